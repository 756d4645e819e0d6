import { randomUUID } from 'node:crypto';
import { makeAuthorizeCompany } from '../../bench/figures/authorize-company.ts';
import { makeConversations } from '../../bench/figures/intake-conversations.ts';
import { openKillablePortal } from '../../harness/killable-portal.ts';
import { makeDataDir, removeFolder, waitForDemo } from '../../harness/portal.ts';
import { callApi } from '../../server/testing/api-client.ts';
import { signInUser, type ApiUser } from '../api-user.ts';
import { createVerdict, type Check, type Verdict } from '../check.ts';
import { openFakedClock } from './faked-clock.ts';

/** Offsets in the notation of libfaketime; the last one is the machine's own time. */
const jumps = ['+1d', '+0', '-1d', '+0', '+8d', '+0', '+61m', '-61m', '+90s', '-90s', '+0'];
const email = 'superadmin@acme.example';
const paths = ['/users', '/company/info', '/company/skills/usage', '/audit'];

export const clockJumps: Check = {
  title: 'The portal’s clock jumps by a week, a day, an hour and a minute, forwards and back, while it runs',
  expected: 'no 5xx; an expired session is answered 401, and a new sign-in works; reports and decisions are taken',
  async run() {
    const dataDir = makeDataDir();
    const clock = openFakedClock(dataDir);
    const program = openKillablePortal(dataDir, {
      ...clock.settings,
      LOG_LEVEL: 'info',
      RATE_LIMIT_PER_MINUTE: '1000000',
    });
    const verdict = createVerdict();
    try {
      const portal = await program.current();
      await waitForDemo(portal);
      const { secret } = await makeAuthorizeCompany(portal);
      const world = { url: portal.url, headers: { authorization: `Bearer ${secret}` }, verdict };
      let user = await signInUser(() => Promise.resolve(portal.url), email);
      let expired = 0;
      for (const jump of jumps) {
        await clock.set(jump);
        const statuses = await readAll(user);
        for (const status of statuses) {
          verdict.expect([200, 401].includes(status), `a call at ${jump} was answered ${status}`);
        }
        if (statuses.includes(401)) expired += 1;
        // A session lasts seven days.
        if (jump === '+8d')
          verdict.expect(
            statuses.every((status) => status === 401),
            `an old session opens at ${jump}`,
          );
        user = (await judgeNewSession(world, jump)) ?? user;
        await judgeAssistant(world, jump);
      }
      return { rounds: jumps.length, counts: { 'sessions that expired': expired }, faults: verdict.faults() };
    } finally {
      await (await program.current().catch(() => undefined))?.stop();
      removeFolder(dataDir);
    }
  },
};

interface World {
  readonly url: string;
  /** The assistant's headers. */
  readonly headers: Record<string, string>;
  readonly verdict: Verdict;
}

async function judgeNewSession({ url, verdict }: World, jump: string): Promise<ApiUser | undefined> {
  const user = await signInUser(() => Promise.resolve(url), email).catch(() => undefined);
  if (!user) verdict.fail(`no sign-in works at ${jump}`);
  const statuses = user ? await readAll(user) : [];
  verdict.expect(
    statuses.every((status) => status === 200),
    `calls of a new session at ${jump} were answered ${statuses.join(' ')}`,
  );
  return user;
}

async function judgeAssistant({ url, headers, verdict }: World, jump: string): Promise<void> {
  const calls = {
    '/intake/conversations': { conversations: makeConversations(2) },
    '/authorize': { skill: 'Skill 1', user: { id: 'u-1' }, requestId: randomUUID() },
  };
  for (const [path, body] of Object.entries(calls)) {
    const { status } = await callApi(url, path, { body, headers });
    verdict.expect(status === 200, `${path} at ${jump} was answered ${status}`);
  }
}

/** A session that ended answers no token, which is its 401. */
const readAll = (user: ApiUser) =>
  Promise.all(
    paths.map((path) =>
      user.call(path).then(
        ({ status }) => status,
        () => 401,
      ),
    ),
  );
