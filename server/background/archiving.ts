import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { isCut, listBases, openArchive } from '../backup/archive/archive-folder.ts';
import { isBaseDue } from '../backup/archive/make-base.ts';
import { ship, type Shipment } from '../backup/archive/ship.ts';
import type { Config } from '../config/config.ts';
import { withOwner } from '../database/copy/owner-connection.ts';
import { findLine } from '../database/embedded/base-backup.ts';
import { findPlaces } from '../database/embedded/embedded-paths.ts';
import type { Database } from '../database/open-database.ts';
import type { Clock } from '../outside/clock.ts';
import type { Metrics } from '../outside/metrics/metrics.ts';
import { createBackupProcess, type BackupProcess } from './scheduled-backups.ts';

interface Archiving {
  readonly shipment: Shipment;
  readonly ownerUrl: string;
  /** Makes a base and deletes what is too old. */
  readonly bases: Pick<BackupProcess, 'run'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
  readonly metrics: Pick<Metrics, 'recordArchive'>;
}

const shipPauseMs = 1000;
const basePauseMs = 60_000;
/** After a failure, such as a disk that is not mounted. */
const failurePauseMs = 60_000;

interface Parts extends Pick<Archiving, 'clock' | 'log' | 'metrics'> {
  readonly config: Pick<Config, 'archive' | 'backup' | 'dataDir'>;
  readonly database: Pick<Database, 'ready' | 'ownerUrl'>;
  readonly stop: AbortSignal;
}

/** Follows the archive of the embedded database, where there is one. */
export function openArchiving({ config, database, clock, log, metrics, stop }: Parts): { stop(): Promise<void> } {
  const { archive, backup, dataDir } = config;
  if (archive === undefined) return { stop: async () => undefined };
  const bases = createBackupProcess([fileURLToPath(new URL('../commands/backup/archive.ts', import.meta.url))]);
  const following = database.ready.then(async () => {
    const { wal } = await findPlaces(dataDir);
    const shipment = { ...archive, wal, encryption: { recipients: backup.recipients } };
    await followArchive({ shipment, ownerUrl: database.ownerUrl, bases, clock, log, metrics }, stop);
  });
  const isOver = following.catch(() => undefined);
  return { stop: () => bases.stop().then(() => isOver) };
}

/** Moves into the archive what waits for it, and has a base made each day, until the signal. What could not be moved waits on. */
async function followArchive(archiving: Archiving, stop: AbortSignal): Promise<void> {
  const { clock, metrics } = archiving;
  metrics.recordArchive('log', clock.now());
  const making = keepBases(archiving, stop);
  let isOpen = false;
  await repeat(archiving, stop, { failure: 'the archive takes nothing', pauseMs: shipPauseMs }, async () => {
    const { shipment, ownerUrl } = archiving;
    if (!isOpen) await openArchive(shipment.folder, await withOwner(ownerUrl, findLine), dirname(shipment.wal));
    isOpen = true;
    await ship(shipment);
    metrics.recordArchive('log', clock.now());
  });
  await making;
}

const keepBases = (archiving: Archiving, stop: AbortSignal): Promise<void> =>
  repeat(archiving, stop, { failure: 'the base of the archive failed', pauseMs: basePauseMs }, async () => {
    const { bases, shipment, clock, metrics } = archiving;
    const newest = (await listBases(shipment.folder)).at(-1);
    if (newest) metrics.recordArchive('base', new Date(newest.startedAt));
    const hasGap = await isCut(dirname(shipment.wal));
    if (isBaseDue(newest, clock.now(), hasGap)) await bases.run();
  });

async function repeat(
  { log }: Archiving,
  stop: AbortSignal,
  { failure, pauseMs }: { readonly failure: string; readonly pauseMs: number },
  work: () => Promise<void>,
): Promise<void> {
  while (!stop.aborted) {
    const isDone = await work().then(
      () => true,
      (error: Error) => {
        if (!stop.aborted) log.error({ reason: error.message }, failure);
        return false;
      },
    );
    await sleep(isDone ? pauseMs : failurePauseMs, undefined, { signal: stop, ref: false }).catch(() => undefined);
  }
}
