import { execFileSync } from 'node:child_process';
import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataDir, removeFolder } from '../../../harness/portal.ts';
import { listPlaced } from '../../../server/database/tables/tables.ts';
import { findCitus } from '../../../tools/distributed/citus.ts';
import { startCluster, type Cluster } from '../../../tools/distributed/cluster.ts';
import { runOn } from '../../../tools/distributed/distributed-database.ts';
import type { DatabaseServer } from '../../../tools/distributed/servers.ts';
import { createVerdict, NotRun, type Check, type Outcome, type Verdict } from '../../check.ts';
import { startCompanyLoad, type CompanyLoad } from './company-load.ts';
import { openDistributedPortal, type DistributedPortal } from './distributed-portal.ts';
import { readStored } from './stored.ts';

const companies = 4;
const [loadMs, quietLimitMs, recoveryLimitMs, pollMs] = [3000, 180_000, 60_000, 50];

/* Each server archives its WAL into a folder beside its data, which is the working directory of the command. */
const settings = `
citus.shard_count = 8
archive_mode = on
archive_command = 'mkdir -p ../wal-$(basename "$PWD") && cp %p ../wal-$(basename "$PWD")/%f'
`;

interface World {
  readonly cluster: Cluster;
  readonly portal: DistributedPortal;
  readonly verdict: Verdict;
}

export const standby: Check = {
  title:
    'A distributed database: a worker, then the coordinator killed by SIGKILL and replaced by its standby under load, then all servers recovered to a restore point',
  expected:
    'acknowledged writes lost 0, doubled 0, torn 0 after the standbys took over; every table as at the restore point; sums equal their rows',
  async run() {
    const cluster = await startCitus();
    const dataDir = makeDataDir();
    try {
      const portal = await openDistributedPortal(cluster, { companies, dataDir });
      const loads: CompanyLoad[] = [];
      const start = () => {
        const started = portal.companies.map((company) => startCompanyLoad(portal.url, company));
        loads.push(...started);
        return started;
      };
      try {
        return await tryBoth({ cluster, portal, verdict: createVerdict() }, start);
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

/** @param start lets all companies work */
async function tryBoth(world: World, start: () => CompanyLoad[]): Promise<Outcome> {
  const { cluster, portal, verdict } = world;
  const first = start();
  const standbys = await openStandbys(cluster);
  const bases = await makeBaseBackups(cluster);
  await sleep(loadMs);
  await Promise.all(first.map((load) => load.stop()));
  const point = await makeRestorePoint(world);
  const second = start();
  await sleep(loadMs);
  const workerMs = await replaceWorker(world, standbys, second);
  await sleep(loadMs);
  const coordinatorMs = await replaceCoordinator(world, standbys, second);
  await sleep(loadMs);
  await Promise.all(second.map((load) => load.stop()));
  const all = portal.companies.map((_company, place) => joinLoads([first[place], second[place]]));
  const { conversations, runs, lost, doubled, torn } = await readStored(portal, all);
  for (const [name, count] of Object.entries({ lost, doubled, torn }))
    verdict.expect(count === 0, `${count} writes ${name} after the standbys took over`);
  await judgeSums(world, 'after the standbys took over');
  standbys[0]?.kill();
  const rows = await restore(world, bases, point);
  return {
    rounds: 1,
    counts: {
      conversations,
      'billed runs': runs,
      lost,
      doubled,
      torn,
      'answered again ms after the promotion of the worker’s': Math.round(workerMs),
      'of the coordinator’s': Math.round(coordinatorMs),
      'rows at the restore point': rows,
    },
    faults: verdict.faults(),
  };
}

function startCitus(): Promise<Cluster> {
  try {
    return startCluster(findCitus(), settings);
  } catch (error) {
    throw new NotRun(error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error));
  }
}

const toPort = ({ address }: DatabaseServer) => address.slice(address.indexOf(':') + 1);
/** The coordinator and the first worker. */
const isReplaced = (place: number) => place <= 1;
const listServers = ({ coordinator, workerServers }: Cluster) => [coordinator, ...workerServers];
const from = (server: DatabaseServer) => ['-h', '127.0.0.1', '-p', toPort(server), '-U', 'postgres', '-c', 'fast'];

/** A standby of each server that streams, and that its server waits for at every commit; in the order of the servers. */
async function openStandbys(cluster: Cluster): Promise<DatabaseServer[]> {
  const { servers } = cluster;
  const made: DatabaseServer[] = [];
  for (const server of listServers(cluster)) {
    const name = `standby_${basename(server.folder).replaceAll('-', '_')}`;
    const fill = (folder: string) =>
      servers.run('pg_basebackup', ['-D', folder, ...from(server), '-R', '-C', '-S', name]);
    made.push(await servers.open(name, '', fill));
    await runOn(server.url, `alter system set synchronous_standby_names = '*'`);
    await runOn(server.url, 'select pg_reload_conf()');
  }
  return made;
}

/** Takes a base backup of every server while it works; answers their folders in the order of the servers. */
async function makeBaseBackups(cluster: Cluster): Promise<string[]> {
  const folders: string[] = [];
  for (const server of listServers(cluster)) {
    const folder = join(dirname(server.folder), `base-${basename(server.folder)}`);
    await cluster.servers.run('pg_basebackup', ['-D', folder, ...from(server)]);
    folders.push(folder);
  }
  return folders;
}

interface RestorePoint {
  readonly name: string;
  /** The number of rows of each table. */
  readonly rows: ReadonlyMap<string, number>;
}

/** At a moment in which no number of rows changes: the portal indexes and counts for a while after the last report. */
async function makeRestorePoint({ portal }: World): Promise<RestorePoint> {
  const since = performance.now();
  for (let tries = 1; performance.now() - since < quietLimitMs; tries += 1) {
    const before = await countRows(portal);
    const name = `tried_${tries}`;
    await portal.ask(`select citus_create_restore_point('${name}')`);
    const rows = await countRows(portal);
    if ([...rows].every(([table, count]) => before.get(table) === count)) return { name, rows };
    await sleep(loadMs);
  }
  throw new Error('The portal writes without end.');
}

/** Rows of each table that is spread or copied, over all companies. */
async function countRows({ ask }: DistributedPortal): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of [...listPlaced('shard'), ...listPlaced('copied')]) {
    const [row] = await ask<{ count: number }>(`select count(*)::int as count from public.${table}`);
    counts.set(table, row?.count ?? NaN);
  }
  return counts;
}

/** Kills the first worker; answers the milliseconds from the promotion until all its companies are answered again. */
async function replaceWorker({ cluster, portal }: World, standbys: readonly DatabaseServer[], loads: CompanyLoad[]) {
  const [worker, standbyServer] = [cluster.workerServers[0], standbys[1]];
  if (!worker || !standbyServer) throw new Error('There is no worker.');
  worker.kill();
  await sleep(loadMs / 3);
  await cluster.servers.run('pg_ctl', ['-D', standbyServer.folder, '-w', 'promote']);
  const since = performance.now();
  await portal.ask(
    `select citus_update_node(nodeid, '127.0.0.1', ${toPort(standbyServer)}) from pg_dist_node where nodeport = $1`,
    [toPort(worker)],
  );
  return waitForAnswers(loads, since);
}

/**
 * Kills the coordinator, whose standby takes over its address, as a name or a floating address would bring portals and
 * workers to another host; answers the milliseconds from the promotion until all companies are answered again.
 */
async function replaceCoordinator({ cluster }: World, standbys: readonly DatabaseServer[], loads: CompanyLoad[]) {
  const [standbyServer] = standbys;
  if (!standbyServer) throw new Error('There is no standby.');
  const control = (...args: string[]) => cluster.servers.run('pg_ctl', ['-D', standbyServer.folder, '-w', ...args]);
  cluster.coordinator.kill();
  await sleep(loadMs / 3);
  await control('-m', 'fast', 'stop');
  appendFileSync(join(standbyServer.folder, 'postgresql.conf'), `port = ${toPort(cluster.coordinator)}\n`);
  await standbyServer.start();
  await control('promote');
  return waitForAnswers(loads, performance.now());
}

/** The milliseconds since then until all companies are answered. */
async function waitForAnswers(loads: readonly CompanyLoad[], since: number): Promise<number> {
  const isAnswered = ({ answers }: CompanyLoad) => answers.some(({ atMs, status }) => atMs > since && status === 200);
  while (!loads.every(isAnswered)) {
    if (performance.now() - since > recoveryLimitMs) throw new Error('A company was not answered by the standby.');
    await sleep(pollMs);
  }
  return performance.now() - since;
}

async function judgeSums({ portal, verdict }: World, when: string) {
  const difference = await portal.verifyRollups();
  verdict.expect(difference === undefined, `sums differ from their rows ${when}: ${difference}`);
}

/**
 * Recovers the base backups in the place of the servers, so that they have the addresses that Citus knows; answers the number
 * of rows. The portal keeps running meanwhile.
 */
async function restore(world: World, bases: readonly string[], { name: point, rows }: RestorePoint): Promise<number> {
  const { cluster, portal, verdict } = world;
  // The segment that holds the point reaches the archive; that of the killed ones did so with later ones, or lies in their data.
  for (const [place, server] of listServers(cluster).entries()) {
    if (!isReplaced(place)) await runOn(server.url, 'select pg_switch_wal()');
  }
  await sleep(loadMs);
  for (const [place, server] of listServers(cluster).entries()) {
    if (!isReplaced(place)) server.kill();
    const name = basename(server.folder);
    const old = `${server.folder}-old`;
    renameSync(server.folder, old);
    execFileSync('cp', ['-a', bases[place] ?? '', server.folder]);
    // What was not archived yet when it was killed.
    execFileSync('sh', ['-c', `cp -an ${old}/pg_wal/0* ${join(dirname(old), `wal-${name}`)}/`]);
    appendFileSync(
      join(server.folder, 'postgresql.auto.conf'),
      `restore_command = 'cp ../wal-${name}/%f %p'
recovery_target_name = '${point}'
recovery_target_action = 'promote'
synchronous_standby_names = ''
archive_mode = off
`,
    );
    writeFileSync(join(server.folder, 'recovery.signal'), '');
  }
  // The coordinator last, because it settles what it finds prepared at the workers.
  for (const server of listServers(cluster).toReversed()) {
    await server.start();
    while ((await runOn<{ is: boolean }>(server.url, 'select pg_is_in_recovery() as is'))[0]?.is === true)
      await sleep(pollMs);
  }
  const found = await countRows(portal);
  for (const [table, count] of rows)
    verdict.expect(found.get(table) === count, `${table} has ${found.get(table)} rows, not ${count} as at the point`);
  await judgeSums(world, 'at the restore point');
  return [...found.values()].reduce((sum, count) => sum + count, 0);
}

/** Joins one company's acknowledged writes before and after. */
function joinLoads(loads: readonly (CompanyLoad | undefined)[]): CompanyLoad {
  const [first, second] = loads;
  if (!first || !second) throw new Error('A company has no load.');
  return {
    ...second,
    conversations: new Set([...first.conversations, ...second.conversations]),
    runs: new Set([...first.runs, ...second.runs]),
  };
}
