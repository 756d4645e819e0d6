import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbeddedServer, type EmbeddedServer } from '../../server/database/embedded/embedded-server.ts';
import { startBalancer } from '../../server/testing/balancer.ts';
import { atLeast, atMost, type Bench, type Reading } from '../figure.ts';
import { makeDataDir, type Portal, removeFolder, serverAlone, startPortal, waitForDemo } from '../../harness/portal.ts';
import { openSession } from '../../harness/session.ts';
import { median, roundAll } from '../../harness/statistics.ts';

const perSecond = 200;
const publicUrl = 'http://portals.example';
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Two programs on one database server, which is stopped and started by itself. */
interface Pair {
  readonly portals: readonly [Portal, Portal];
  /** A token of a new sign-in, good for five minutes. */
  readonly openToken: () => Promise<string>;
  readonly restartDatabase: (downMs: number) => Promise<void>;
}

export const twoPortals = {
  title: 'Two portals on one database, behind a proxy without sticky sessions',
  method:
    'The list of users is asked for, signed in. Stop: 200 requests a second, sent at fixed times through a proxy that asks `/api/ready` every 200 ms and repeats nothing; one of two portals (`DRAIN_SECONDS=1`) gets SIGTERM, every request that is not answered 200 has failed. Database: its server is stopped for three seconds; from its start until both portals answer signed in again. Throughput: processor time of the portals for the same requests, ten at a time, all to one and by turns to both, one after the other in nine rounds; two portals on two such machines answer twice the first over the second: the median of the rounds.',
  measure: ({ isQuick }: Bench): Promise<Reading[]> =>
    withPair(async (pair) => {
      const { costs, ratio } = await compareCosts(pair, isQuick ? 300 : 600, isQuick ? 1 : 9);
      const recoveries: number[] = [];
      for (let round = 0; round < (isQuick ? 1 : 3); round += 1) recoveries.push(await recover(pair));
      const { answered, failed } = await stopOne(pair, isQuick ? 4000 : 12_000);
      return [
        atMost('failed requests at SIGTERM under 200 a second', '0', failed, { answered }),
        atMost('answers signed in after the database returns', '5 s', median(recoveries) / 1000, {
          milliseconds: roundAll(recoveries),
        }),
        atLeast('throughput of two portals / of one, by processor time', '1.8', ratio, costs),
      ];
    }),
};

async function withPair(work: (pair: Pair) => Promise<Reading[]>): Promise<Reading[]> {
  const folders = [makeDataDir(), makeDataDir(), makeDataDir()] as const;
  let server: EmbeddedServer = await openEmbeddedServer({ dataDir: folders[0], log });
  const stops: Array<() => Promise<void>> = [() => server.stop()];
  try {
    const env = {
      ...process.env,
      DATABASE_URL: server.ownerUrl,
      AUTH_SECRET: 'auth-secret-of-two-portals-0123456789',
      SECRETS_KEY: 'key-of-the-secrets-of-two-portals-0123456789',
      PUBLIC_URL: publicUrl,
      DRAIN_SECONDS: '1',
    };
    const start = async (dataDir: string) => {
      const portal = await startPortal({ args: serverAlone, dataDir, env });
      stops.push(portal.stop);
      await waitForDemo(portal);
      return portal;
    };
    const portals = [await start(folders[1]), await start(folders[2])] as const;
    const openToken = async () => (await openSession(portals[1], 'superadmin@acme.example', publicUrl)).token;
    const restartDatabase = async (downMs: number) => {
      await server.stop();
      await sleep(downMs);
      server = await openEmbeddedServer({ dataDir: folders[0], log });
    };
    return await work({ portals, openToken, restartDatabase });
  } finally {
    for (const stop of stops.toReversed()) await stop();
    folders.forEach(removeFolder);
  }
}

async function ask(url: string, token: string): Promise<number> {
  try {
    const answer = await fetch(`${url}/api/users`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

async function compareCosts({ portals, openToken }: Pair, requests: number, rounds: number) {
  const [one, both]: [number[], number[]] = [[], []];
  const measure = async (used: readonly Portal[]) => {
    const token = await openToken();
    const before = portals.map(readProcessorMs);
    let asked = 0;
    const callers = Array.from({ length: 10 }, async () => {
      while (asked < requests) {
        const { url = '' } = used[(asked += 1) % used.length] ?? {};
        const status = await ask(url, token);
        if (status !== 200) throw new Error(`A request was answered ${status}.`);
      }
    });
    await Promise.all(callers);
    const spent = portals.map((portal, index) => readProcessorMs(portal) - (before[index] ?? 0));
    return spent.reduce((all, each) => all + each, 0) / requests;
  };
  // Code is compiled and statements are prepared by then.
  await measure(portals);
  for (let round = 0; round < rounds; round += 1) {
    one.push(await measure([portals[round % 2] ?? portals[0]]));
    both.push(await measure(portals));
  }
  const costs = { oneMsPerRequest: roundAll(one), bothMsPerRequest: roundAll(both) };
  return { costs, ratio: median(one.map((cost, round) => (2 * cost) / (both[round] ?? NaN))) };
}

/** User and system time of a process so far (Linux, in ticks of 10 ms). */
function readProcessorMs({ pid }: Portal): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function recover({ portals, openToken, restartDatabase }: Pair): Promise<number> {
  const token = await openToken();
  const asking = setInterval(() => portals.forEach(({ url }) => void ask(url, token)), 20);
  await restartDatabase(3000);
  clearInterval(asking);
  const startedAt = performance.now();
  for (const { url } of portals) while ((await ask(url, token)) !== 200) await sleep(10);
  return performance.now() - startedAt;
}

async function stopOne({ portals, openToken }: Pair, forMs: number) {
  const token = await openToken();
  const balancer = await startBalancer(portals.map(({ url }) => url));
  const answers: Array<Promise<number>> = [];
  const startedAt = performance.now();
  let stopped: Promise<void> | undefined;
  for (let elapsedMs = 0; elapsedMs < forMs; elapsedMs = performance.now() - startedAt) {
    if (elapsedMs > forMs / 3) stopped ??= portals[0].stop();
    while (answers.length < (elapsedMs / 1000) * perSecond) answers.push(ask(balancer.url, token));
    await sleep(5);
  }
  const statuses = await Promise.all(answers);
  await stopped;
  await balancer.close();
  const answered = Object.fromEntries(
    [...new Set(statuses)].map((status) => [status, statuses.filter((each) => each === status).length]),
  );
  return { answered, failed: statuses.length - (answered[200] ?? 0) };
}
