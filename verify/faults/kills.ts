import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeAuthorizeCompany } from '../../bench/figures/authorize-company.ts';
import { withOwner } from '../../harness/database.ts';
import { makeConversations } from '../../bench/figures/intake-conversations.ts';
import type { KillablePortal, KillTarget } from '../../harness/killable-portal.ts';
import type { Portal } from '../../harness/portal.ts';
import { rootDir } from '../../tools/setup/paths.mjs';
import { runProgram } from '../../harness/run-program.ts';
import { createRandom } from '../../demo-assistant/random.ts';
import { createBatches } from '../../server/testing/random-batches.ts';
import { newUserForm } from '../../server/testing/user-forms.ts';
import { signInUser, type ApiUser } from '../api-user.ts';
import type { Check } from '../check.ts';
import { withFaultPortal } from './fault-portal.ts';

const targets: readonly KillTarget[] = ['portal', 'database', 'both'];
const maxStartMs = 5000;
const retryPauseMs = 50;
/** Each has two messages, and none is reported again. */
const newPerBatch = 50;
const messagesOfNew = 2;
/** Between two kills, so that each meets calls under way. */
const [minPauseMs, spreadMs] = [1000, 1000];

/** Writes that were acknowledged, by the name under which each must be found afterwards. */
interface Acknowledged {
  readonly conversations: Set<string>;
  readonly users: Set<string>;
  readonly runs: Set<string>;
}

export const kills: Check = {
  title: 'SIGKILL of the portal, of its database and of both, in turns, under load',
  expected: 'acknowledged writes lost 0, doubled 0, torn 0; sums equal their rows; each start ≤ 5 s',
  run({ isQuick }) {
    const rounds = isQuick ? 6 : 50;
    return withFaultPortal({ RATE_LIMIT_PER_MINUTE: '1000000' }, async ({ program, dataDir, verdict }) => {
      const acknowledged: Acknowledged = { conversations: new Set(), users: new Set(), runs: new Set() };
      const load = await startLoad(program, acknowledged);
      for (let round = 0; round < rounds; round += 1) {
        await sleep(minPauseMs + Math.random() * spreadMs);
        await program.kill(targets[round % targets.length]);
      }
      await load.stop();
      const portal = await program.current();
      const stored = await readStored(portal);
      const lost = countLost(acknowledged, stored);
      verdict.expect(lost === 0, `${lost} acknowledged writes were lost`);
      verdict.expect(stored.doubled === 0, `${stored.doubled} runs or users are stored twice`);
      verdict.expect(stored.torn === 0, `${stored.torn} operations are stored in part`);
      const sums = await runProgram(process.execPath, ['server/commands/money/rollups.ts', 'verify'], rootDir, {
        ...process.env,
        DATA_DIR: dataDir,
      });
      verdict.expect(sums.exitCode === 0, `sums differ from their rows: ${sums.output.trim().split('\n').at(-1)}`);
      // The first start makes the database.
      const slowestMs = Math.max(...program.startMs().slice(1));
      verdict.expect(slowestMs <= maxStartMs, `a start took ${Math.round(slowestMs)} ms`);
      const { conversations, users, runs } = acknowledged;
      const counts = {
        conversations: conversations.size,
        users: users.size,
        'billed runs': runs.size,
        lost,
        doubled: stored.doubled,
        torn: stored.torn,
        'slowest start ms': Math.round(slowestMs),
      };
      return { rounds, counts };
    });
  },
};

/** Assistants that report, assistants that ask and commit, and a SuperAdmin who creates users, until it is stopped. */
async function startLoad(program: KillablePortal, acknowledged: Acknowledged) {
  let isOver = false;
  const getUrl = async () => (await program.current()).url;
  const company = await makeAuthorizeCompany(await program.current());
  const admin = await signInUser(getUrl, 'superadmin@acme.example');
  const post = createSender(getUrl, company.secret);
  const nextBatch = createBatches(createRandom('kills').fraction, new Date());
  const report = async () => {
    const batch = nextBatch();
    await post('/intake/conversations', batch);
    for (const { id } of batch.conversations ?? []) acknowledged.conversations.add(id);
  };
  const reportNew = async () => {
    const conversations = makeConversations(newPerBatch);
    await post('/intake/conversations', { conversations });
    for (const { id } of conversations) acknowledged.conversations.add(id);
  };
  const ask = async () => {
    const requestId = randomUUID();
    const { reservation } = await post('/authorize', { skill: 'Skill 1', user: { id: 'u-1' }, requestId });
    await post(`/authorize/${reservation}/commit`, { conversation: `c-${requestId}` });
    acknowledged.runs.add(requestId);
  };
  const invite = async () => {
    acknowledged.users.add(await createUser(admin));
    await sleep(retryPauseMs);
  };
  const repeat = async (work: () => Promise<void>) => {
    while (!isOver) await work();
  };
  const work = [report, report, reportNew, reportNew, ask, ask, invite].map(repeat);
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(work);
    },
  };
}

/** Posts until the answer is good, as an assistant does whose connection broke. */
function createSender(getUrl: () => Promise<string>, secret: string) {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  return async (path: string, body: object): Promise<Record<string, unknown>> => {
    for (;;) {
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await fetch(`${await getUrl()}/api${path}`, init).catch(() => undefined);
      const text = await answer?.text().catch(() => undefined);
      if (answer?.status === 200 && text !== undefined) return JSON.parse(text) as Record<string, unknown>;
      if (answer && ![200, 429, 502, 503].includes(answer.status)) {
        throw new Error(`${path} was answered ${answer.status}: ${text}`);
      }
      await sleep(retryPauseMs);
    }
  };
}

/** Creates one user, repeated under one key until it is acknowledged; answers the address. */
async function createUser(admin: ApiUser): Promise<string> {
  const form = newUserForm();
  const idempotencyKey = randomUUID();
  for (;;) {
    const answer = await admin.call('/users', { body: form, idempotencyKey }).catch(() => undefined);
    if (answer && answer.status < 300) return form.email;
    if (answer && ![429, 502, 503].includes(answer.status)) {
      throw new Error(`A new user was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    await sleep(retryPauseMs);
  }
}

interface Stored {
  readonly conversations: readonly string[];
  readonly users: readonly string[];
  readonly runs: readonly string[];
  readonly doubled: number;
  readonly torn: number;
}

/** A user is created with account, audit entry and mail job; a committed run is one ledger row; a new conversation has its messages. */
function readStored(portal: Portal): Promise<Stored> {
  return withOwner(portal, async (client) => {
    const { rows } = await client.query<Stored>(`
      with made as (select u.id, u.email, u.account_id from users u where email like '%@test.example'),
        committed as (
          select external_id from budget_reservations where state = 'committed')
      select
        array(select external_id from conversations) as conversations,
        array(select email from made) as users,
        array(select external_id from committed) as runs,
        (select count(*)::int - count(distinct email)::int from made)
          + (select count(*)::int - count(distinct external_id)::int from usage_events) as doubled,
        (select count(*)::int from made m
          where not exists (select from identity.accounts a where a.id = m.account_id)
            or (select count(*) from audit_entries e where e.entity_id = m.id::text) <> 1)
          + (select count(*) from committed c
            where not exists (select from usage_events e where e.external_id = c.external_id))::int
          + (select count(*) from conversations c where c.external_id ~ '^[0-9a-f]{8}-' and c.messages <> ${messagesOfNew})::int
          + (select count(*) from (
              select from messages m join conversations c on c.company_id = m.company_id and c.id = m.conversation_id
              where c.external_id ~ '^[0-9a-f]{8}-'
              group by m.company_id, m.conversation_id having count(*) <> ${messagesOfNew}) uneven)::int as torn`);
    const [stored] = rows;
    if (!stored) throw new Error('Nothing was read.');
    return stored;
  });
}

function countLost(acknowledged: Acknowledged, stored: Stored): number {
  const kinds = ['conversations', 'users', 'runs'] as const;
  return kinds
    .map((kind) => {
      const found = new Set(stored[kind]);
      return [...acknowledged[kind]].filter((name) => !found.has(name)).length;
    })
    .reduce((sum, each) => sum + each, 0);
}
