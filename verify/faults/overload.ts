import { readFileSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendAtRate } from '../../harness/load.ts';
import { withOwner } from '../../harness/database.ts';
import { makeConversations } from '../../bench/figures/intake-conversations.ts';
import { makeIntakeKey } from '../../harness/intake-key.ts';
import type { Portal } from '../../harness/portal.ts';
import { openSession } from '../../harness/session.ts';
import { quantile } from '../../harness/statistics.ts';
import type { Check, Verdict } from '../check.ts';
import { withFaultPortal } from './fault-portal.ts';

const [perSecond, factor] = [20, 10];
const [normalMs, loadMs, recoveryMs, afterMs] = [30_000, 300_000, 10_000, 30_000];
const answerLimitMs = 30_000;
const [signInPauseMs, sampleMs] = [5000, 2000];
const maxMegabytes = 1000;
const [maxRatio, noiseMs] = [2, 50];
const people = ['superadmin@acme.example', 'admin@acme.example', 'superadmin@globex.example'];
const newcomer = 'user@acme.example';

export const overload: Check = {
  title: `Ten times the load (${perSecond * factor} calls a second: a half lists, a quarter dashboards, a quarter reports) for 5 minutes, then the usual load again`,
  expected:
    'no crash; every call is answered ≤ 30 s by 200, 429 or 503, the latter two with Retry-After; every sign-in works; memory ≤ 1 GB and not growing; no acknowledged report lost; p99 at most twice the usual one 10 s after the end',
  run({ isQuick }) {
    const part = isQuick ? 0.1 : 1;
    return withFaultPortal({}, async ({ program, verdict }) => {
      const portal = await program.current();
      const load = await openLoad(portal);
      await load.send(perSecond, normalMs * part);
      const usual = await load.send(perSecond, normalMs * part);
      const signIns = keepSigningIn(portal);
      const memory = sampleMemory(portal);
      const heavy = await load.send(perSecond * factor, loadMs * part);
      const [memoryMb, signedIn] = [memory.stop(), await signIns.stop()];
      await load.send(perSecond, recoveryMs);
      const after = await load.send(perSecond, afterMs * part);
      for (const tally of [usual, heavy, after]) judgeAnswers(tally, verdict);
      judgeMemory(memoryMb, verdict);
      verdict.expect(signedIn.refused === 0, `${signedIn.refused} of ${signedIn.tried} sign-ins were refused`);
      const [usualMs, afterP99] = [quantile(usual.servedMs, 0.99), quantile(after.servedMs, 0.99)];
      verdict.expect(
        afterP99 <= Math.max(maxRatio * usualMs, noiseMs),
        `the p99 is ${Math.round(afterP99)} ms after the load, ${Math.round(usualMs)} ms before`,
      );
      const lost = await load.countLost();
      verdict.expect(lost === 0, `${lost} acknowledged reports were lost`);
      return { rounds: 1, counts: toCounts({ usual, heavy, after, memoryMb, signedIn }) };
    });
  },
};

interface Tally {
  readonly statuses: Map<number, number>;
  readonly servedMs: number[];
  slowestMs: number;
  withoutRetryAfter: number;
}

/** Status 0: no answer; 1: none within the limit. */
const [unanswered, timedOut] = [0, 1];

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Calls at fixed times, whether those before are answered or not. */
async function openLoad(portal: Portal) {
  const secret = await makeIntakeKey(portal, 'Overload');
  const agent = new Agent({ keepAlive: true });
  const acknowledged: string[] = [];
  const sendOne = async (place: number, tokens: readonly string[], tally: Tally) => {
    const reported = place % 4 === 3 ? makeConversations(1) : undefined;
    const path = place % 2 === 0 ? '/users' : '/analytics/stats';
    const token = tokens[place % tokens.length] ?? '';
    const call = reported
      ? toReport(secret, reported)
      : { method: 'GET', path, headers: { authorization: `Bearer ${token}` } };
    const startedAt = performance.now();
    const { status, hasRetryAfter } = await answer(portal, agent, call);
    const tookMs = performance.now() - startedAt;
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
    tally.slowestMs = Math.max(tally.slowestMs, tookMs);
    if (status === 200) tally.servedMs.push(tookMs);
    else if (!hasRetryAfter) tally.withoutRetryAfter += 1;
    if (status === 200) acknowledged.push(...(reported ?? []).map(({ id }) => id));
  };
  return {
    async send(rate: number, forMs: number): Promise<Tally> {
      const tally: Tally = { statuses: new Map(), servedMs: [], slowestMs: 0, withoutRetryAfter: 0 };
      const tokens = createTokens(portal);
      await tokens.renew();
      await sendAtRate({ perSecond: rate, forMs }, (place) => sendOne(place, tokens.current(), tally));
      tokens.stop();
      return tally;
    },
    async countLost(): Promise<number> {
      agent.destroy();
      const { rows } = await withOwner(portal, (client) =>
        client.query<{ stored: number }>(
          'select count(distinct external_id)::int as stored from conversations where external_id = any($1)',
          [acknowledged],
        ),
      );
      return acknowledged.length - (rows[0]?.stored ?? 0);
    },
  };
}

const toReport = (secret: string, conversations: object): Call => ({
  method: 'POST',
  path: '/intake/conversations',
  headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
  body: JSON.stringify({ conversations }),
});

/** Tokens of all people, renewed every three minutes: they last five. */
function createTokens(portal: Portal) {
  let tokens: readonly string[] = [];
  const renew = async () => {
    tokens = await Promise.all(people.map(async (email) => (await openSession(portal, email)).token));
  };
  const timer = setInterval(() => void renew().catch(() => undefined), 180_000);
  return { current: () => tokens, renew, stop: () => clearInterval(timer) };
}

interface Answer {
  readonly status: number;
  readonly hasRetryAfter: boolean;
}

/** A kept connection may be closed when a call is on its way: that call is repeated, as every client does. */
async function answer(portal: Portal, agent: Agent, call: Call): Promise<Answer> {
  for (;;) {
    const { wasClosed, ...found } = await answerOnce(portal, agent, call);
    if (!wasClosed) return found;
  }
}

function answerOnce({ url }: Portal, agent: Agent, { method, path, headers, body }: Call) {
  const { promise, resolve } = Promise.withResolvers<Answer & { wasClosed?: boolean }>();
  const sent = request(`${url}/api${path}`, { agent, method, headers });
  let failedAs = unanswered;
  const timer = setTimeout(() => {
    failedAs = timedOut;
    sent.destroy();
  }, answerLimitMs);
  const end = (status: number, hasRetryAfter = false) => {
    clearTimeout(timer);
    resolve({ status, hasRetryAfter });
  };
  sent.on('error', ({ code }: NodeJS.ErrnoException) => {
    clearTimeout(timer);
    const wasClosed = failedAs === unanswered && sent.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(code ?? '');
    if (!wasClosed && failedAs === unanswered) process.stdout.write(`${code} … `);
    resolve({ status: failedAs, hasRetryAfter: false, wasClosed });
  });
  sent.on('response', (response: IncomingMessage) => {
    const hasRetryAfter = response.headers['retry-after'] !== undefined;
    response.on('error', () => end(failedAs));
    response.on('end', () => end(response.statusCode ?? unanswered, hasRetryAfter)).resume();
  });
  sent.end(body);
  return promise;
}

function keepSigningIn(portal: Portal) {
  let [isOver, tried, refused, slowestMs] = [false, 0, 0, 0];
  const work = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const isIn = await openSession(portal, newcomer).then(
        () => true,
        () => false,
      );
      tried += 1;
      if (!isIn) refused += 1;
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      await sleep(signInPauseMs);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await work;
      return { tried, refused, slowestMs };
    },
  };
}

/** The portal's resident memory, without its database. */
function sampleMemory({ pid }: Portal) {
  const megabytes: number[] = [];
  const read = () => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    megabytes.push(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  };
  const timer = setInterval(read, sampleMs);
  return {
    stop: () => {
      clearInterval(timer);
      read();
      return megabytes;
    },
  };
}

function judgeAnswers({ statuses, withoutRetryAfter }: Tally, verdict: Verdict): void {
  for (const [status, count] of statuses) {
    if (status === unanswered) verdict.fail(`${count} calls were not answered`);
    else if (status === timedOut) verdict.fail(`${count} calls were not answered in ${answerLimitMs / 1000} s`);
    else verdict.expect([200, 429, 503].includes(status), `${count} calls were answered ${status}`);
  }
  verdict.expect(withoutRetryAfter === 0, `${withoutRetryAfter} calls were refused without Retry-After`);
}

/** Judges peaks by halves of the load: garbage comes and goes, but the second half must need no more than the first. */
function judgeMemory(megabytes: readonly number[], verdict: Verdict): void {
  const middle = Math.floor(megabytes.length / 2);
  const [first, second] = [Math.max(...megabytes.slice(0, middle)), Math.max(...megabytes.slice(middle))];
  verdict.expect(second <= maxMegabytes, `the portal held ${Math.round(second)} MB`);
  verdict.expect(second <= 1.25 * first, `memory grew from ${Math.round(first)} to ${Math.round(second)} MB`);
}

interface Seen {
  readonly usual: Tally;
  readonly heavy: Tally;
  readonly after: Tally;
  readonly memoryMb: readonly number[];
  readonly signedIn: { readonly tried: number; readonly slowestMs: number };
}

function toCounts({ usual, heavy, after, memoryMb, signedIn }: Seen) {
  const answers = [...heavy.statuses].toSorted(([one], [other]) => one - other);
  return {
    'answers under the load': answers.map(([status, count]) => `${status}: ${count}`).join(' · '),
    'slowest answer ms': Math.round(heavy.slowestMs),
    'p99 usual, under the load, after ms': [usual, heavy, after]
      .map(({ servedMs }) => Math.round(quantile(servedMs, 0.99)))
      .join(' · '),
    'most memory MB': Math.round(Math.max(...memoryMb)),
    'sign-ins': signedIn.tried,
    'slowest sign-in ms': Math.round(signedIn.slowestMs),
  };
}
