import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeDataDir, removeFolder } from '../../harness/portal.ts';
import { openEmbeddedServer } from '../../server/database/embedded/embedded-server.ts';
import { callApi, type ApiAnswer } from '../../server/testing/api-client.ts';
import { findFreePort } from '../../harness/free-port.ts';
import { startProgram } from '../../server/testing/portal-program.ts';
import { newUserForm } from '../../server/testing/user-forms.ts';
import { demoPassword } from '../../e2e/support/sign-in.ts';
import { signInUser } from '../api-user.ts';
import { createVerdict, type Check, type Verdict } from '../check.ts';
import { openDatabaseProxy, type DatabaseProxy } from './database-proxy.ts';

const maxRecoveryMs = 5000;
const [pollMs, startLimitMs] = [20, 90_000];
const email = 'superadmin@acme.example';

interface World {
  readonly url: string;
  readonly proxy: DatabaseProxy;
  readonly ownerUrl: string;
  readonly verdict: Verdict;
}

export const databaseAway: Check = {
  title: 'Database away at the start and in mid-run, slow by 5 s, connections cut between a commit and its answer',
  expected:
    'health 200 and ready 503 meanwhile; 503 with Retry-After, no other 5xx, no failed sign-in counted; recovery ≤ 5 s; each repeated creation is one record',
  async run({ isQuick }) {
    const rounds = isQuick ? 1 : 10;
    const dataDir = makeDataDir();
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const database = await openEmbeddedServer({ dataDir, log: quiet });
    const owner = new URL(database.ownerUrl);
    const proxy = await openDatabaseProxy(`${owner.searchParams.get('host') ?? ''}/.s.PGSQL.5432`);
    const verdict = createVerdict();
    const port = await findFreePort();
    proxy.setMode('refuse');
    const program = startProgram({
      PATH: process.env.PATH ?? '',
      DATA_DIR: makePortalFolder(dataDir),
      DATABASE_URL: `postgresql://${owner.username}:none@127.0.0.1:${proxy.port}/steward`,
      PORT: String(port),
      DEMO: '1',
      DEMO_CONVERSATIONS: '0',
      RATE_LIMIT_PER_MINUTE: '1000000',
    });
    const world = { url: `http://127.0.0.1:${port}`, proxy, ownerUrl: database.ownerUrl, verdict };
    try {
      await judgeStart(world);
      const recoveries: number[] = [];
      for (let round = 0; round < rounds; round += 1) recoveries.push(await interrupt(world, round));
      const slow = await judgeSlow(world);
      const created = await createThroughCuts(world, isQuick ? 20 : 200);
      const slowestMs = Math.round(Math.max(...recoveries));
      const counts = { 'slowest recovery ms': slowestMs, 'slow answers': slow, created, 'commits cut': proxy.cuts() };
      return { rounds, counts, faults: verdict.faults() };
    } finally {
      program.child.kill('SIGTERM');
      await program.ended;
      await proxy.close();
      await database.stop();
      removeFolder(dataDir);
    }
  },
};

/** Apart from the server's folder, which another portal would take for its own. */
const makePortalFolder = (dataDir: string) => `${dataDir}/portal`;

const ask = (url: string, path: string) => callApi(url, path).catch((): undefined => undefined);

async function waitFor(url: string, path: string, limitMs: number): Promise<number> {
  const startedAt = performance.now();
  while ((await ask(url, path))?.status !== 200) {
    if (performance.now() - startedAt > limitMs) throw new Error(`${path} was not answered 200 in ${limitMs} ms.`);
    await sleep(pollMs);
  }
  return performance.now() - startedAt;
}

async function judgeStart({ url, proxy, verdict }: World): Promise<void> {
  await waitFor(url, '/health', startLimitMs);
  verdict.expect((await ask(url, '/ready'))?.status === 503, 'a portal without its database said that it is ready');
  proxy.setMode('open');
  await waitFor(url, '/ready', startLimitMs);
}

/** Takes the database away for two seconds of calls; answers the milliseconds until a sign-in works again. */
async function interrupt(world: World, round: number): Promise<number> {
  const { url, proxy, verdict } = world;
  const admin = await signInUser(() => Promise.resolve(url), email);
  // Its token is issued before.
  await admin.call('/users');
  proxy.setMode('refuse');
  const until = performance.now() + 2000;
  while (performance.now() < until) {
    const signIn = callApi(url, '/session/sign-in', {
      body: { email, password: demoPassword },
      headers: { origin: url },
    });
    const answers = await Promise.all([admin.call('/users'), admin.call('/company/info'), signIn]);
    for (const answer of answers) judgeAnswer(answer, verdict);
    await sleep(pollMs);
  }
  verdict.expect((await ask(url, '/health'))?.status === 200, 'health failed while the database was away');
  proxy.setMode('open');
  const startedAt = performance.now();
  while (!(await signInUser(() => Promise.resolve(url), email).catch(() => undefined))) {
    if (performance.now() - startedAt > startLimitMs) throw new Error('No sign-in works any more.');
    await sleep(pollMs);
  }
  const recoveryMs = performance.now() - startedAt;
  verdict.expect(recoveryMs <= maxRecoveryMs, `round ${round + 1} recovered after ${Math.round(recoveryMs)} ms`);
  return recoveryMs;
}

function judgeAnswer({ status, headers }: ApiAnswer, verdict: Verdict): void {
  verdict.expect(status === 503, `a call without the database was answered ${status}`);
  verdict.expect(headers.get('retry-after') !== null, 'a 503 came without Retry-After');
}

/** Calls while every answer of the database takes five seconds longer; answers the statuses that came. */
async function judgeSlow({ url, proxy, verdict }: World): Promise<string> {
  const admin = await signInUser(() => Promise.resolve(url), email);
  await admin.call('/users');
  proxy.setMode('slow');
  const answers = await Promise.all(['/users', '/company/info', '/skills'].map((path) => admin.call(path)));
  const statuses = answers.map(({ status }) => status);
  for (const status of statuses) {
    verdict.expect([200, 503].includes(status), `a slow database was answered ${status}`);
  }
  verdict.expect((await ask(url, '/health'))?.status === 200, 'health failed while the database was slow');
  proxy.setMode('open');
  await waitFor(url, '/ready', startLimitMs);
  return statuses.join(' ');
}

/** Creates users while commits are cut, each repeated under its key until it is acknowledged; answers how many. */
async function createThroughCuts({ url, proxy, ownerUrl, verdict }: World, count: number): Promise<number> {
  const admin = await signInUser(() => Promise.resolve(url), email);
  await admin.call('/users');
  proxy.setMode('cut');
  const addresses: string[] = [];
  for (let place = 0; place < count; place += 1) {
    const form = newUserForm();
    const idempotencyKey = randomUUID();
    for (;;) {
      const answer = await admin.call('/users', { body: form, idempotencyKey }).catch(() => undefined);
      if (answer && answer.status < 300) break;
      if (answer) verdict.expect(answer.status === 503, `a cut commit was answered ${answer.status}`);
      if (answer && answer.status !== 503) break;
    }
    addresses.push(form.email);
  }
  proxy.setMode('open');
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ stored: number }>(
    'select count(*)::int as stored from users where email = any($1)',
    [addresses],
  );
  await client.end();
  verdict.expect(rows[0]?.stored === count, `${rows[0]?.stored} of ${count} acknowledged users are stored`);
  return count;
}
