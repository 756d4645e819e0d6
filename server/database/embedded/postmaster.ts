import { readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientConfig, socketUrl } from '../connection/connection.ts';
import { DatabaseRefused, DatabaseUnavailable } from '../connection/errors.ts';
import type { DatabaseLog } from '../connection/log.ts';
import { embeddedOwner, unarchivedMark, writeOwned } from './cluster.ts';
import { describeProcess, isDeserted, readPidFile, removePidFile } from './pid-file.ts';
import type { Places } from './embedded-paths.ts';
import { isOfFullDisk, runProgram } from './run-program.ts';
import { serverSettings, type Durability } from './server-settings.ts';
import { DatabaseClient } from '../connection/database-client.ts';

/** A killed server needs up to this long to leave the process table. */
const reapTimeoutMs = 6000;
const serverLogMaxBytes = 5 * 1024 * 1024;
/** Characters of the log that are shown: some lines of the failed start. */
const logEndLength = 2000;

export type Postmaster = {
  places: Places;
  binaries: string;
  durability: Durability;
  isArchived: boolean;
  /** For how long it is waited for. */
  startLimitMs: number;
  log: DatabaseLog;
};

/**
 * Brings the server up: adopts one that is running on this data (left behind by a killed portal), waits for one that
 * is going down, otherwise starts one. Returns its socket folder.
 * @param isWanted false gives it up
 */
export async function ensureRunning(postmaster: Postmaster, isWanted = () => true): Promise<string> {
  const { places, log, startLimitMs } = postmaster;
  const startedAt = Date.now();
  let lastError: unknown;
  while (isWanted() && Date.now() - startedAt < startLimitMs) {
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
    } else if (
      noted &&
      (holder === 'other' ||
        (holder === 'zombie' && ((await isDeserted(noted)) || Date.now() - startedAt > reapTimeoutMs)))
    ) {
      await removePidFile(places.cluster, noted.pid);
    }
    await sleep(100);
  }
  throw await toFailedStart(places, lastError);
}

async function toFailedStart(places: Places, cause: unknown): Promise<Error> {
  if (await hasFilledDisk(places)) return new DatabaseUnavailable('full', { cause });
  return new DatabaseRefused(`The embedded database did not start; its log is ${places.serverLog}.`, { cause });
}

/** Whether the last that the server says is that the disk has no space, by which it dies where its own log can not be written. */
export async function hasFilledDisk({ serverLog }: Pick<Places, 'serverLog'>): Promise<boolean> {
  const text = await readFile(serverLog, 'utf8').catch(() => '');
  return isOfFullDisk(text.slice(-logEndLength));
}

/**
 * Stops the server: sessions are cut, everything acknowledged is on disk. One that is recovering has nothing to write down, and
 * might never end otherwise: where its disk is full, or PostgreSQL 18 waits for its own workers.
 */
export async function stopServer({ places, binaries }: Postmaster): Promise<void> {
  const noted = await readPidFile(places.cluster);
  if (noted === undefined) return;
  const stop = (mode: 'fast' | 'immediate') =>
    runProgram(places, join(binaries, 'bin/pg_ctl'), ['stop', '-D', places.cluster, '-m', mode, '-w', '-t', '120']);
  if (!(await answers(noted.socket))) return stop('immediate');
  await stop('fast').catch(() => stop('immediate'));
}

async function start({ places, binaries, durability, isArchived }: Postmaster) {
  const settings = serverSettings(places.socket, durability, isArchived ? places.wal : undefined);
  await writeOwned(places, join(places.cluster, 'postgresql.conf'), settings);
  if (!isArchived) await writeOwned(places, join(places.folder, unarchivedMark), '');
  const size = await stat(places.serverLog).then(
    (found) => found.size,
    () => 0,
  );
  if (size > serverLogMaxBytes) await rename(places.serverLog, `${places.serverLog}.old`);
  const options = ['start', '-D', places.cluster, '-l', places.serverLog, '-w', '-t', '120'];
  return runProgram(places, join(binaries, 'bin/pg_ctl'), options).catch((error: unknown) => error);
}

async function answers(socket: string) {
  if (socket === '') return false;
  const client = new DatabaseClient(clientConfig(socketUrl(socket, embeddedOwner, 'postgres'), 'steward start'));
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
