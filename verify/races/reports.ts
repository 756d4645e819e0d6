import { randomUUID } from 'node:crypto';
import { atOnce } from '../../harness/load.ts';
import { withOwner } from '../../harness/database.ts';
import { makeAuthorizeCompany, setLimits } from '../../bench/figures/authorize-company.ts';
import { runProgram } from '../../harness/run-program.ts';
import type { Portal } from '../../harness/portal.ts';
import { createRandom } from '../../demo-assistant/random.ts';
import { callApi } from '../../server/testing/api-client.ts';
import { createBatches } from '../../server/testing/random-batches.ts';
import { rootDir } from '../../tools/setup/paths.mjs';
import { createVerdict, type Check } from '../check.ts';
import { withRacePortal } from './race-portal.ts';

/** Copies of a batch that are sent at once. */
const copies = 5;

async function verifySums({ dataDir }: Portal): Promise<boolean> {
  const env = { ...process.env, DATA_DIR: dataDir };
  return (
    (await runProgram(process.execPath, ['server/commands/money/rollups.ts', 'verify'], rootDir, env)).exitCode === 0
  );
}

export const repeatedReports: Check = {
  title: 'Each of random batches (late, out of order, contradicting) sent by five senders at once',
  expected:
    'every conversation, message and run once; sums equal their rows; a bad row in a batch costs that row alone',
  async run({ isQuick }) {
    const rounds = isQuick ? 100 : 1000;
    const verdict = createVerdict();
    let conversations = 0;
    await withRacePortal(async ({ portal }) => {
      const { secret } = await makeAuthorizeCompany(portal);
      const headers = { authorization: `Bearer ${secret}` };
      const nextBatch = createBatches(createRandom('races').fraction, new Date());
      for (let round = 0; round < rounds; round += 1) {
        const batch = nextBatch();
        const bad = { id: `bad ${round}`, date: 'no date' };
        const body = { ...batch, conversations: [...(batch.conversations ?? []), bad] };
        const answers = await atOnce(copies, () => callApi(portal.url, '/intake/conversations', { body, headers }));
        for (const { status, body: answer } of answers) {
          verdict.expect(status === 200, `a batch was answered ${status}`);
          const rejected = (answer as { rejected?: unknown[] }).rejected?.length;
          verdict.expect(rejected === 1, `a batch with one bad row rejected ${rejected}`);
        }
      }
      const stored = await countStored(portal);
      conversations = stored.conversations;
      verdict.expect(stored.doubled === 0, `${stored.doubled} records are stored twice`);
      verdict.expect(await verifySums(portal), 'sums differ from their rows');
    });
    return { rounds, counts: { batches: rounds * copies, conversations }, faults: verdict.faults() };
  },
};

async function countStored(portal: Portal): Promise<{ conversations: number; doubled: number }> {
  return withOwner(portal, async (client) => {
    const { rows } = await client.query<{ conversations: number; doubled: number }>(
      `select (select count(*)::int from conversations) as conversations,
        (select count(*)::int - count(distinct (company_id, external_id))::int from conversations)
          + (select count(*)::int - count(distinct (company_id, conversation_id, external_id))::int from messages)
          + (select count(*)::int - count(distinct (company_id, external_id))::int from usage_events) as doubled`,
    );
    return rows[0] ?? { conversations: 0, doubled: 0 };
  });
}

/** In ten-thousandths of a euro: what one run costs, and the limits between which the limit changes. */
const price = 107;
const limits = [50 * price, 100 * price] as const;

export const changedLimits: Check = {
  title: 'The limit of a company is changed while 20 assistants ask and commit',
  expected: 'the spent sum is that of the rows and never above the highest limit',
  async run({ isQuick }) {
    const rounds = isQuick ? 200 : 1000;
    const verdict = createVerdict();
    let [allowed, denied] = [0, 0];
    await withRacePortal(async ({ portal }) => {
      const company = await makeAuthorizeCompany(portal);
      const headers = { authorization: `Bearer ${company.secret}` };
      let isOver = false;
      const change = async () => {
        for (let turn = 0; !isOver; turn += 1) {
          await setLimits(portal, company, { account: limits[turn % 2] ?? 0, skill: limits[1] });
        }
      };
      let asked = 0;
      const ask = async () => {
        while (asked < rounds) {
          asked += 1;
          const body = { skill: 'Skill 1', user: { id: 'u-1' }, requestId: randomUUID() };
          const answer = await callApi(portal.url, '/authorize', { body, headers });
          const { decision, reservation } = answer.body as { decision?: string; reservation?: string };
          verdict.expect(answer.status === 200, `a question was answered ${answer.status}`);
          if (decision === 'deny') denied += 1;
          else {
            allowed += 1;
            const { status } = await callApi(portal.url, `/authorize/${reservation}/commit`, { body: {}, headers });
            verdict.expect(status === 200, `a commit was answered ${status}`);
          }
        }
      };
      const changing = change();
      await atOnce(20, ask);
      isOver = true;
      await changing;
      const { rows, spent } = await readSpent(portal, company.id);
      verdict.expect(rows === allowed, `${allowed} runs were allowed, ${rows} are billed`);
      verdict.expect(spent <= limits[1], `${spent - limits[1]} ten-thousandths above the highest limit`);
      verdict.expect(await verifySums(portal), 'sums differ from their rows');
    });
    return { rounds, counts: { allowed, denied }, faults: verdict.faults() };
  },
};

async function readSpent(portal: Portal, companyId: string): Promise<{ rows: number; spent: number }> {
  return withOwner(portal, async (client) => {
    const { rows } = await client.query<{ rows: number; spent: number }>(
      `select count(*)::int as rows, coalesce(sum(price_ten_thousandths), 0)::float8 as spent
        from usage_events where company_id = $1`,
      [companyId],
    );
    return rows[0] ?? { rows: 0, spent: 0 };
  });
}
