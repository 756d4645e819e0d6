import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestReport } from '#features/integrations/contract/integrations.ts';
import { makeAuthorizeCompany } from '../../bench/figures/authorize-company.ts';
import type { Portal } from '../../harness/portal.ts';
import { median, quantile } from '../../harness/statistics.ts';
import { assistantForm } from '#features/integrations/server/testing/integration-forms.ts';
import { misbehaviours } from '../../server/outside/assistants/testing/misbehaviours.ts';
import { startStandIn, type StandIn } from '../../server/outside/assistants/testing/stand-in.ts';
import { callApi, type ApiAnswer } from '../../server/testing/api-client.ts';
import { signInUser, type ApiUser } from '../api-user.ts';
import type { Check, Verdict } from '../check.ts';
import { withFaultPortal } from './fault-portal.ts';

/** Tests of one company that run at once; the portal refuses more. */
const atOnce = 4;
const admins = ['superadmin@acme.example', 'superadmin@globex.example'];
const hangs = ['silent', 'slowBody'] as const;
/** The portal's own limit for everything together is five seconds. */
const maxTestMs = 6000;
const [turnMs, pauseMs] = [11_000, 25];
/** Beside what it is alone; below so many milliseconds it is noise of the machine. */
const [maxRatio, noiseMs] = [1.5, 20];

export const hangingIntegration: Check = {
  title:
    'Integrations that hang (no answer, an answer of one byte after the other without an end): 4 connection tests at once in each of two companies, and the scheduled ones',
  expected:
    'each test ends ≤ 6 s as failed, a fifth one is refused by 429 with Retry-After; sign-ins, lists and decisions are all served, their median at most 1.5 times that without',
  async run({ isQuick }) {
    const turns = isQuick ? 1 : 5;
    const standIn = await startStandIn();
    const settings = { OUTBOUND_ALLOWED: `127.0.0.1:${standIn.port}`, RATE_LIMIT_PER_MINUTE: '1000000' };
    const outcome = withFaultPortal(settings, async ({ program, verdict }) => {
      const world = await openWorld({ portal: await program.current(), standIn, verdict });
      const [alone, beside, tests]: [number[], number[], number[]] = [[], [], []];
      await serve(world, turnMs / 4);
      for (let turn = 0; turn < turns; turn += 1) {
        alone.push(...(await serve(world, turnMs)));
        standIn.misbehave(misbehaviours[hangs[turn % hangs.length] ?? 'silent']);
        const testing = keepTesting(world, turnMs);
        beside.push(...(await serve(world, turnMs)));
        tests.push(...(await testing));
      }
      const ratio = median(beside) / median(alone);
      verdict.expect(
        ratio <= maxRatio || median(beside) <= noiseMs,
        `the median beside is ${ratio.toFixed(2)} times that without`,
      );
      const counts = {
        tests: tests.length,
        'slowest test ms': Math.round(Math.max(...tests)),
        'calls beside': beside.length,
        'median, 99 % without ms': `${Math.round(median(alone))}, ${Math.round(quantile(alone, 0.99))}`,
        'median, 99 % beside ms': `${Math.round(median(beside))}, ${Math.round(quantile(beside, 0.99))}`,
      };
      return { rounds: turns, counts };
    });
    return outcome.finally(() => standIn.close());
  },
};

interface World {
  readonly portal: Portal;
  readonly standIn: StandIn;
  readonly verdict: Verdict;
  readonly users: readonly ApiUser[];
  /** The assistant's headers. */
  readonly headers: Record<string, string>;
}

/** Both companies also store integrations that hang, which the portal tests by itself. */
async function openWorld(world: Pick<World, 'portal' | 'standIn' | 'verdict'>): Promise<World> {
  const { portal, standIn } = world;
  const users = await Promise.all(admins.map((email) => signInUser(() => Promise.resolve(portal.url), email)));
  for (const user of users) {
    for (let place = 0; place < atOnce; place += 1) {
      const { status } = await user.call('/integrations', { body: toForm(standIn) });
      if (status !== 201) throw new Error(`An integration is answered ${status}.`);
    }
  }
  const { secret } = await makeAuthorizeCompany(portal);
  return { ...world, users, headers: { authorization: `Bearer ${secret}` } };
}

const toForm = ({ port }: StandIn) => assistantForm({ url: `http://127.0.0.1:${port}/instances/1` });

/** Calls that have nothing to do with integrations; answers their milliseconds. */
async function serve({ portal: { url }, users, headers, verdict }: World, forMs: number): Promise<number[]> {
  const [user] = users;
  const answersMs: number[] = [];
  const calls: Readonly<Record<string, () => Promise<ApiAnswer | undefined>>> = {
    '/users': async () => user?.call('/users'),
    '/authorize': () => {
      const body = { skill: 'Skill 1', user: { id: 'u-1' }, requestId: randomUUID() };
      return callApi(url, '/authorize', { body, headers });
    },
    '/health': () => callApi(url, '/health'),
  };
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    for (const [path, call] of Object.entries(calls)) {
      const startedAt = performance.now();
      const answer = await call();
      answersMs.push(performance.now() - startedAt);
      verdict.expect(answer?.status === 200, `${path} was answered ${answer?.status} beside integrations that hang`);
    }
    await sleep(pauseMs);
  }
  const isIn = await signInUser(() => Promise.resolve(url), admins[0] ?? '').catch(() => undefined);
  verdict.expect(isIn !== undefined, 'no sign-in works beside integrations that hang');
  return answersMs;
}

/** One test more than the portal permits, and then as many as it does; answers the milliseconds of each. */
async function keepTesting({ users, standIn, verdict }: World, forMs: number): Promise<number[]> {
  const until = performance.now() + forMs;
  const testsMs: number[] = [];
  const test = async (user: ApiUser) => {
    const startedAt = performance.now();
    const answer = await user.call('/integrations/test', { body: toForm(standIn) });
    if (answer.status === 429) return answer;
    const tookMs = performance.now() - startedAt;
    testsMs.push(tookMs);
    verdict.expect(answer.status === 200, `a test was answered ${answer.status}`);
    verdict.expect(!(answer.body as Partial<TestReport>).ok, 'a test of an integration that hangs passed');
    verdict.expect(tookMs <= maxTestMs, `a test ended later than ${maxTestMs} ms`);
    return answer;
  };
  const testAll = async (user: ApiUser) => {
    const answers = await Promise.all(Array.from({ length: atOnce + 1 }, () => test(user)));
    const refused = answers.filter(({ status, headers }) => status === 429 && headers.has('retry-after')).length;
    verdict.expect(refused === 1, `${refused} of ${atOnce + 1} tests at once were refused`);
    while (performance.now() < until) await Promise.all(Array.from({ length: atOnce }, () => test(user)));
  };
  await Promise.all(users.map(testAll));
  return testsMs;
}
