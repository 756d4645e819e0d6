import { execFile } from 'node:child_process';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { clientConfig, socketUrl } from '../connection.ts';
import type { DatabaseLog } from '../log.ts';
import { embeddedOwner, writeOwned } from './cluster.ts';
import type { Places } from './places.ts';
import { runProgram } from './run-program.ts';
import { serverSettings } from './server-settings.ts';
import type { Durability } from './server-settings.ts';

const startTimeoutMs = 30_000;
/** A killed server needs up to this long to leave the process table. */
const reapTimeoutMs = 6000;
const serverLogMaxBytes = 5 * 1024 * 1024;

export type Postmaster = { places: Places; binaries: string; durability: Durability; log: DatabaseLog };

/**
 * Brings the server up: adopts one that is running on this data (left behind by a killed portal), waits for one that
 * is going down, otherwise starts one. Returns its socket folder.
 */
export async function ensureRunning(postmaster: Postmaster): Promise<string> {
  const { places, log } = postmaster;
  const startedAt = Date.now();
  let lastError: unknown;
  while (Date.now() - startedAt < startTimeoutMs) {
    const noted = await readPidFile(places.cluster);
    if (noted && (await answers(noted.socket))) {
      log.info(`Using the database server that is already running (process ${noted.pid}).`);
      return noted.socket;
    }
    const holder = noted ? await describeProcess(noted.pid, places.cluster) : 'gone';
    if (holder === 'gone') {
      lastError = await start(postmaster);
      if (lastError === undefined) return places.socket;
      // The last processes of a killed server may still be going, or another start has won.
      if (Date.now() - startedAt > reapTimeoutMs) break;
    } else if (noted && (holder === 'other' || (holder === 'zombie' && Date.now() - startedAt > reapTimeoutMs))) {
      await removePidFile(places, noted.pid);
    }
    await sleep(100);
  }
  throw new Error(`The embedded database did not start; its log is ${places.serverLog}.`, { cause: lastError });
}

/** Stops the server: sessions are cut, everything acknowledged is on disk. */
export async function stopServer({ places, binaries }: Postmaster): Promise<void> {
  if ((await readPidFile(places.cluster)) === undefined) return;
  await runProgram(places, join(binaries, 'bin/pg_ctl'), [
    'stop',
    '-D',
    places.cluster,
    '-m',
    'fast',
    '-w',
    '-t',
    '30',
  ]);
}

async function start({ places, binaries, durability }: Postmaster) {
  await writeOwned(places, join(places.cluster, 'postgresql.conf'), serverSettings(places.socket, durability));
  const size = await stat(places.serverLog).then(
    (found) => found.size,
    () => 0,
  );
  if (size > serverLogMaxBytes) await rename(places.serverLog, `${places.serverLog}.old`);
  const options = ['start', '-D', places.cluster, '-l', places.serverLog, '-w', '-t', '30'];
  return runProgram(places, join(binaries, 'bin/pg_ctl'), options).catch((error: unknown) => error);
}

/** What the server notes about itself; its socket folder may be another than ours if the data were moved. */
async function readPidFile(cluster: string) {
  const content = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  const [pid, , , , socket] = content?.split('\n') ?? [];
  return content === undefined ? undefined : { pid: Number(pid), socket: socket ?? '' };
}

/** Only if it still names that process: another start may have replaced it. */
async function removePidFile(places: Places, pid: number) {
  if ((await readPidFile(places.cluster))?.pid === pid)
    await rm(join(places.cluster, 'postmaster.pid'), { force: true });
}

async function answers(socket: string) {
  if (socket === '') return false;
  const client = new pg.Client(clientConfig(socketUrl(socket, embeddedOwner, 'postgres'), 'steward start'));
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What became of the process a server noted: its number may have been given to another program since. */
async function describeProcess(pid: number, cluster: string): Promise<'server' | 'zombie' | 'other' | 'gone'> {
  if (!isAlive(pid)) return 'gone';
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => listCommand(pid));
  if (command === '') return 'zombie';
  return command.includes('postgres') && command.includes(cluster) ? 'server' : 'other';
}

async function listCommand(pid: number) {
  const listed = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => undefined);
  return listed?.stdout ?? '';
}
