import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataDir, removeFolder } from '../../../harness/portal.ts';
import { findCitus } from '../../../tools/distributed/citus.ts';
import { addWorkerServer, startCluster, type Cluster } from '../../../tools/distributed/cluster.ts';
import { addWorker, createCitusDatabase } from '../../../tools/distributed/distributed-database.ts';
import type { DatabaseServer } from '../../../tools/distributed/servers.ts';
import { createVerdict, NotRun, type Check, type Verdict } from '../../check.ts';
import { startCompanyLoad, type CompanyLoad } from './company-load.ts';
import { databaseName, openDistributedPortal, type DistributedPortal } from './distributed-portal.ts';
import { readStored } from './stored.ts';

const [companies, shards] = [6, 8];
const [maxRecoveryMs, recoveryLimitMs] = [5000, 60_000];
const [startLimitMs, maxTries] = [30_000, 20];
const [quietMs, downMs, pollMs] = [2000, 5000, 10];

interface World {
  readonly cluster: Cluster;
  readonly portal: DistributedPortal;
  readonly loads: readonly CompanyLoad[];
  readonly verdict: Verdict;
  readonly recoveriesMs: number[];
  /** Answers that were not good while shards moved. */
  unanswered: number;
  /** Transactions that came to the former server of a moved shard, and that the portal repeated. */
  repeated: number;
}

export const distributed: Check = {
  title:
    'A distributed database: a worker added, shards rebalanced, moved and drained, workers and coordinator killed by SIGKILL, while 6 companies report and ask',
  expected:
    'acknowledged writes lost 0, doubled 0, torn 0; sums equal their rows; transactions that meet a moved shard (≥ 1) are repeated by the portal; a killed worker’s companies alone are answered 503 with Retry-After; recovery ≤ 5 s after the server accepts connections',
  async run({ isQuick }) {
    const cluster = await startCitus();
    const dataDir = makeDataDir();
    const verdict = createVerdict();
    try {
      const portal = await openDistributedPortal(cluster, { companies, dataDir });
      const loads = portal.companies.map((company) => startCompanyLoad(portal.url, company));
      const world: World = { cluster, portal, loads, verdict, recoveriesMs: [], unanswered: 0, repeated: 0 };
      try {
        await wait(
          () => loads.every(({ runs, conversations }) => runs.size > 0 && conversations.size > 0),
          startLimitMs,
        );
        const moves = await moveShards(world);
        const kills = isQuick ? 1 : 3;
        for (let round = 0; round < kills; round += 1) {
          await killWorker(world, round);
          await killCoordinator(world);
        }
        await sleep(quietMs);
        await Promise.all(loads.map((load) => load.stop()));
        const counts = await judgeStored(world);
        const slowestMs = Math.round(Math.max(...world.recoveriesMs));
        return {
          rounds: moves.length + 2 * kills,
          counts: {
            ...counts,
            'transactions that met a moved shard': world.repeated,
            'calls answered 503 during moves': world.unanswered,
            'slowest recovery ms': slowestMs,
          },
          faults: verdict.faults(),
        };
      } catch (error) {
        console.error(portal.readErrors());
        throw error;
      } finally {
        for (const load of loads) load.abandon();
        await portal.stop();
      }
    } finally {
      await cluster.stop();
      removeFolder(dataDir);
    }
  },
};

function startCitus(): Promise<Cluster> {
  try {
    return startCluster(findCitus(), `citus.shard_count = ${shards}`);
  } catch (error) {
    throw new NotRun(error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error));
  }
}

const split = (address: string) => address.replace(/(.*):(\d+)/, `'$1', $2`);

interface Placed {
  readonly companyId: string;
  readonly shard: string;
  readonly address: string;
}

async function listPlaced({ portal, loads }: Pick<World, 'portal' | 'loads'>): Promise<Placed[]> {
  return portal.ask<Placed & Record<string, unknown>>(
    `select id as "companyId", s.shard::text, s.host || ':' || s.port as address
      from unnest($1::uuid[]) id, lateral (select * from steward_shards.find_shard(id)) s`,
    [loads.map(({ companyId }) => companyId)],
  );
}

/** Answers what was done, each while all companies work. */
async function moveShards(world: World): Promise<string[]> {
  const { cluster, portal, loads } = world;
  const startedAt = performance.now();
  const added = await addWorkerServer(cluster, `citus.shard_count = ${shards}`);
  await createCitusDatabase(added.url, databaseName);
  const busiest = loads.reduce((most, load) => (load.answers.length > most.answers.length ? load : most));
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    add: () => addWorker(cluster.coordinator.url, databaseName, added.address),
    rebalance: async () => {
      await portal.ask('select citus_rebalance_start()');
      await portal.ask('select citus_rebalance_wait()');
    },
    'move the busiest': () => moveCompany(world, busiest.companyId),
    drain: () => portal.ask(`select citus_drain_node(${split(added.address)}, 'force_logical')`),
  };
  for (const [name, step] of Object.entries(steps)) {
    const before = await listPlaced(world);
    const since = performance.now();
    await tryStep(step);
    const after = await listPlaced(world);
    const moved = after.filter(({ address }, place) => address !== before[place]?.address).length;
    process.stdout.write(`${name}: ${Math.round(performance.now() - since)} ms, ${moved} companies moved … `);
    if (name !== 'add') world.verdict.expect(moved > 0, `nothing moved by: ${name}`);
  }
  for (const { answers } of loads) {
    for (const { atMs, status, hasRetryAfter } of answers) {
      if (atMs < startedAt || status === 200) continue;
      world.unanswered += 1;
      world.verdict.expect(status === 503 && hasRetryAfter, `a call was answered ${status} while shards moved`);
    }
  }
  world.repeated = countMovedShards([...cluster.workerServers, added]);
  world.verdict.expect(world.repeated > 0, 'no call met a moved shard');
  return Object.keys(steps);
}

/** By the servers' logs: what a transaction is answered that opens a shard which is no longer there. */
const countMovedShards = (servers: readonly DatabaseServer[]) =>
  servers
    .map(({ folder }) =>
      readFileSync(join(folder, 'log'), 'utf8').matchAll(/ERROR: +the shard \d+ is not on this server/g),
    )
    .reduce((sum, found) => sum + [...found].length, 0);

/**
 * Does it, again where what an earlier move left behind is still to be removed: Citus waits a second for the locks of what is
 * in use, and tries again by itself later.
 */
async function tryStep(step: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await step();
      return;
    } catch (error) {
      if (tries === maxTries || !(error instanceof Error) || !error.message.includes('could not be cleaned up'))
        throw error;
      await sleep(quietMs);
    }
  }
}

async function moveCompany(world: World, companyId: string) {
  const place = (await listPlaced(world)).find((each) => each.companyId === companyId);
  const target = world.cluster.workers.find((address) => address !== place?.address);
  if (!place || target === undefined) throw new Error('The company has no place to move to.');
  await world.portal.ask(
    `select citus_move_shard_placement(${place.shard}, ${split(place.address)}, ${split(target)}, 'force_logical')`,
  );
}

const wait = async (isDone: () => boolean, limitMs: number) => {
  const startedAt = performance.now();
  while (!isDone() && performance.now() - startedAt < limitMs) await sleep(pollMs);
  return performance.now() - startedAt;
};

/** A server that accepts connections serves these companies again: the milliseconds until all were answered. */
async function recover({ verdict, recoveriesMs }: World, affected: readonly CompanyLoad[], what: string) {
  const since = performance.now();
  const isAnswered = ({ answers }: CompanyLoad) => answers.some(({ atMs, status }) => atMs > since && status === 200);
  const tookMs = await wait(() => affected.every(isAnswered), recoveryLimitMs);
  recoveriesMs.push(tookMs);
  verdict.expect(tookMs <= maxRecoveryMs, `${what} recovered after ${Math.round(tookMs)} ms`);
}

async function killWorker(world: World, round: number) {
  const { cluster, loads, verdict } = world;
  const placed = await listPlaced(world);
  const used = cluster.workerServers.filter(({ address }) => placed.some((each) => each.address === address));
  const worker = used[round % used.length];
  if (!worker) throw new Error('No worker holds a company.');
  const isOn = ({ companyId }: CompanyLoad) =>
    placed.some((each) => each.companyId === companyId && each.address === worker.address);
  await killFor(worker, (since) => {
    for (const load of loads) {
      const answers = load.answers.filter(({ atMs }) => atMs > since);
      const good = answers.filter(({ status }) => status === 200).length;
      const bad = answers.filter(({ status }) => status !== 200);
      if (isOn(load)) verdict.expect(bad.length > 0, 'a company of the killed worker was not answered 503');
      else {
        verdict.expect(bad.length === 0, `a company of another worker was answered ${bad[0]?.status}`);
        verdict.expect(good > 0, 'a company of another worker was not answered');
      }
      for (const { status, hasRetryAfter } of bad) {
        verdict.expect(status === 503 && hasRetryAfter, `a company of the killed worker was answered ${status}`);
      }
    }
  });
  await recover(world, loads.filter(isOn), 'a worker');
}

async function killCoordinator(world: World) {
  const { cluster, loads, verdict } = world;
  await killFor(cluster.coordinator, (since) => {
    for (const { status, hasRetryAfter } of loads.flatMap(({ answers }) =>
      answers.filter(({ atMs }) => atMs > since),
    )) {
      const isExpected = status === 200 || (status === 503 && hasRetryAfter);
      verdict.expect(isExpected, `a call without the coordinator was answered ${status}`);
    }
  });
  await recover(world, loads, 'the coordinator');
  // What it left prepared is settled within a minute by itself; now, so that the next round starts clean.
  await world.portal.ask('select recover_prepared_transactions()');
}

/** Judges the answers of the time in which the server is down; those that were on their way at the kill are left out. */
async function killFor(server: DatabaseServer, judge: (since: number) => void) {
  server.kill();
  await sleep(quietMs / 4);
  const since = performance.now();
  await sleep(downMs);
  judge(since);
  await server.start();
}

async function judgeStored({ portal, loads, verdict }: World) {
  const stored = await readStored(portal, loads);
  verdict.expect(stored.lost === 0, `${stored.lost} acknowledged writes were lost`);
  verdict.expect(stored.doubled === 0, `${stored.doubled} writes are stored twice`);
  verdict.expect(stored.torn === 0, `${stored.torn} operations are stored in part`);
  const difference = await portal.verifyRollups();
  verdict.expect(difference === undefined, `sums differ from their rows: ${difference}`);
  verdict.expect(stored.prepared === 0, `${stored.prepared} transactions are left prepared`);
  return {
    conversations: stored.conversations,
    'billed runs': stored.runs,
    lost: stored.lost,
    doubled: stored.doubled,
    torn: stored.torn,
  };
}
