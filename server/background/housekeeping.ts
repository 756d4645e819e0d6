import type { Logger } from 'pino';
import { closeAllPeriods } from './close-periods.ts';
import type { Database } from '../database/open-database.ts';
import { deleteOldRows } from '../features/intake/retention.repository.ts';
import { ensureNextPartitions } from '../database/migrations/partitions.ts';
import { deleteUnprovenSignUps } from '../features/session/retention.repository.ts';
import { deleteUnusedScreenshots } from '../features/files/retention.repository.ts';
import type { Provider } from '../features/invoices/provider.ts';
import type { Clock } from '../outside/clock.ts';
import type { FileStore } from '../outside/files/files.ts';
import type { Identity } from '../outside/identity/identity.ts';

const intervalMs = 60 * 60 * 1000;

interface Housekeeping {
  readonly database: Database;
  readonly identity: Identity;
  readonly files: FileStore;
  readonly provider: Provider;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Deletes what has expired, now and then once an hour: codes, counters, sessions, unproven sign-ups, idempotency keys,
 * spans, screenshots that no skill names.
 * Makes the tables of the coming month, and the invoices of the month that has ended.
 * Answers how to stop it. For a database that is ready.
 */
export function startHousekeeping(parts: Housekeeping): () => void {
  const run = () => {
    const note = (error: unknown) => parts.log.warn({ err: error }, 'housekeeping');
    void tidyUp(parts).catch(note);
    // On its own: what fails there must not keep months open, nor the other way round.
    void closeAllPeriods(parts).catch(note);
    void dropScreenshots(parts).catch(note);
  };
  // At once too: a portal that is started anew every hour would otherwise never come to it.
  run();
  const timer = setInterval(run, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

export async function tidyUp({
  database,
  identity,
  clock,
}: Pick<Housekeeping, 'database' | 'identity' | 'clock'>): Promise<void> {
  await ensureNextPartitions(database, clock.now());
  await identity.sweep();
  await deleteUnprovenSignUps(database, clock.now());
  await deleteOldRows(database, clock.now());
}

/** Screenshots that nobody can see any more; one that storage does not let go is only in the way. */
export async function dropScreenshots({
  database,
  files,
  clock,
  log,
}: Pick<Housekeeping, 'database' | 'files' | 'clock' | 'log'>): Promise<void> {
  for (const address of await deleteUnusedScreenshots(database, clock.now())) {
    await files.delete(address).catch((error: unknown) => log.warn({ err: error }, 'a screenshot stays in storage'));
  }
}
