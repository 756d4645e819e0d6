import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withOwner } from '../../harness/database.ts';
import type { Portal } from '../../harness/portal.ts';
import { newUserForm } from '../../server/testing/user-forms.ts';
import { signInUser, type ApiUser } from '../api-user.ts';
import type { Check, Verdict } from '../check.ts';
import type { ReceivedMail } from '../mail-server.ts';
import { withMailPortal } from './fault-portal.ts';

const usersPerRound = 10;
/** From the first answer of a round until the kill: within and after the commits and the deliveries. */
const [maxPauseMs, answerLimitMs] = [1000, 10_000];
/** A killed portal's job is repeated when its heartbeat has expired. */
const [pollMs, deliveryLimitMs] = [100, 90_000];

export const mailKills: Check = {
  title:
    'SIGKILL of the portal between the commit that queues a mail and the mail server’s answer to it, each 10 new users',
  expected: 'a mail for each stored user and for no other; at most two copies, of one Message-ID; lost 0',
  run({ isQuick }) {
    const rounds = isQuick ? 2 : 20;
    return withMailPortal({ RATE_LIMIT_PER_MINUTE: '1000000' }, async ({ program, server, verdict }) => {
      server.setMode('late');
      const admin = await signInUser(async () => (await program.current()).url, 'superadmin@acme.example');
      let [stored, twice, afterCommit] = [0, 0, 0];
      for (let round = 0; round < rounds; round += 1) {
        await admin.call('/users');
        const forms = Array.from({ length: usersPerRound }, () => newUserForm());
        const creations = forms.map((form) => createUser(admin, form));
        await Promise.race([...creations, sleep(answerLimitMs)]);
        await sleep(Math.random() * maxPauseMs);
        await program.kill('portal');
        const acknowledged = (await Promise.all(creations)).filter((email) => email !== undefined);
        const portal = await program.current();
        afterCommit += await countMails(portal);
        await waitForMails(portal);
        const users = await listStored(portal, forms);
        for (const email of acknowledged) verdict.expect(users.has(email), 'an acknowledged user is not stored');
        stored += users.size;
        twice += judge({ forms, users, received: server.received, verdict });
      }
      verdict.expect(isQuick || afterCommit > 0, 'no kill came between a commit and its mail');
      verdict.expect(isQuick || twice > 0, 'no kill came between a mail and its answer');
      const counts = {
        'users stored': stored,
        'mails waiting after a kill': afterCommit,
        'mails that came twice': twice,
      };
      return { rounds, counts };
    });
  },
};

type UserForm = ReturnType<typeof newUserForm>;

/** Answers the address where the creation was acknowledged. */
async function createUser(admin: ApiUser, form: UserForm): Promise<string | undefined> {
  const idempotencyKey = randomUUID();
  const answer = await admin.call('/users', { body: form, idempotencyKey }).catch(() => undefined);
  return answer && answer.status < 300 ? form.email : undefined;
}

function countMails(portal: Portal): Promise<number> {
  return withOwner(portal, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pgboss.job where name = 'mail.send' and state < 'completed'`,
    );
    return rows[0]?.count ?? 0;
  });
}

export async function waitForMails(portal: Portal): Promise<void> {
  const deadline = performance.now() + deliveryLimitMs;
  while ((await countMails(portal)) > 0) {
    if (performance.now() > deadline) throw new Error('A mail is still waiting.');
    await sleep(pollMs);
  }
}

function listStored(portal: Portal, forms: readonly UserForm[]): Promise<ReadonlySet<string>> {
  return withOwner(portal, async (client) => {
    const { rows } = await client.query<{ email: string }>('select email from users where email = any($1)', [
      forms.map(({ email }) => email),
    ]);
    return new Set(rows.map(({ email }) => email));
  });
}

interface Round {
  readonly forms: readonly UserForm[];
  readonly users: ReadonlySet<string>;
  readonly received: readonly ReceivedMail[];
  readonly verdict: Verdict;
}

/** Answers how many mails came twice. */
function judge({ forms, users, received, verdict }: Round): number {
  let twice = 0;
  for (const { email } of forms) {
    const mails = received.filter(({ to }) => to === email);
    const ids = new Set(mails.map(({ id }) => id));
    if (!users.has(email)) verdict.expect(mails.length === 0, 'a user that is not stored got a mail');
    else verdict.expect(mails.length >= 1 && mails.length <= 2, `a stored user got ${mails.length} mails`);
    verdict.expect(ids.size <= 1, 'two copies of a mail have different Message-IDs');
    if (mails.length === 2) twice += 1;
  }
  return twice;
}
