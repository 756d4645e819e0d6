import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { socketUrl } from '../connection/connection.ts';
import type { DatabaseLog } from '../connection/log.ts';
import { prepareBinaries } from './binaries.ts';
import { embeddedOwner, ensureCluster } from './cluster.ts';
import { findPlaces } from './embedded-paths.ts';
import { takePortalLock } from './portal-lock.ts';
import { ensureRunning, stopServer, type Postmaster } from './postmaster.ts';
import type { Durability } from './server-settings.ts';

const databaseName = 'steward';
const recoveryPauseMs = 500;
/** A recovery out of an archive lasts as long as it lasts. */
const startTimeoutMs = 120_000;

export type EmbeddedServer = {
  /** The portal's database, as its owner. */
  ownerUrl: string;
  /** Lets go of the data and stops the server. */
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  log: DatabaseLog;
  durability?: Durability;
  isArchived?: boolean | undefined;
  /** Whether this is the restore to a moment, which alone may open the data before it has ended. */
  isRestoring?: boolean;
};

/**
 * The PostgreSQL server that comes with the product, on the data under `dataDir`, for this process alone. Should it
 * die, it is started again.
 * @throws DatabaseRefused where another portal uses the data, or the machine can not run it
 */
export async function openEmbeddedServer(options: Options): Promise<EmbeddedServer> {
  const { dataDir, log, durability = 'durable', isArchived = false, isRestoring = false } = options;
  const places = await findPlaces(dataDir);
  if (!places.isInside) log.warn(describeElsewhere(places.folder, dataDir));
  const binaries = await prepareBinaries(places.account, places.binaryCopies);
  await ensureCluster(places, binaries, { durability, isRestoring });
  const startLimitMs = isRestoring ? Infinity : startTimeoutMs;
  const postmaster: Postmaster = { places, binaries, durability, isArchived, startLimitMs, log };
  const socket = await ensureRunning(postmaster);
  const maintenanceUrl = socketUrl(socket, embeddedOwner, 'postgres');
  const lock = await takePortalLock(maintenanceUrl, dataDir);
  await createDatabase(lock).catch(async (error: unknown) => {
    await lock.end().catch(() => undefined);
    await stopServer(postmaster);
    throw error;
  });
  const recover = async (isWanted: () => boolean) => {
    log.error('The embedded database server is gone; starting it again.');
    await ensureRunning(postmaster, isWanted);
    return takePortalLock(maintenanceUrl, dataDir);
  };
  const stopWatching = watch(lock, recover, log);
  return {
    ownerUrl: socketUrl(socket, embeddedOwner, databaseName),
    stop: async () => {
      await stopWatching();
      await stopServer(postmaster);
    },
  };
}

/** Copying, mounting or deleting the data folder alone would miss the database. */
const describeElsewhere = (folder: string, dataDir: string) =>
  `The database of ${dataDir} lies in ${folder}: copy and delete both together (docs/operations.md says how to bring it inside).`;

async function createDatabase(client: pg.Client) {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
  if (rowCount === 0) await client.query(`create database ${databaseName}`);
}

/** Calls `recover` for a new lock whenever the lock's connection is lost, until it works. */
function watch(first: pg.Client, recover: (isWanted: () => boolean) => Promise<pg.Client>, log: DatabaseLog) {
  let stopping = false;
  let lock = first;
  let recovery: Promise<void> = Promise.resolve();
  const onEnd = () => {
    if (!stopping) recovery = retry();
  };
  const retry = async () => {
    while (!stopping) {
      try {
        lock = await recover(() => !stopping);
        lock.once('end', onEnd);
        return;
      } catch (error) {
        if (stopping) return;
        log.error(error instanceof Error ? error.message : String(error));
        await sleep(recoveryPauseMs);
      }
    }
  };
  lock.once('end', onEnd);
  return async () => {
    stopping = true;
    await recovery;
    await lock.end().catch(() => undefined);
  };
}
