import type { Logger } from 'pino';
import type { Database } from './database/open-database.ts';
import { deleteOldRows } from './database/old-rows.ts';
import { ensureNextPartitions } from './database/partitions.ts';
import { deleteUnprovenSignUps } from './database/unproven-sign-ups.ts';
import type { Clock } from './outside/clock.ts';
import type { Identity } from './outside/identity/identity.ts';

const intervalMs = 60 * 60 * 1000;

interface Housekeeping {
  readonly database: Database;
  readonly identity: Identity;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Deletes what has expired, now and then once an hour: codes, counters, sessions, unproven sign-ups, idempotency keys, spans.
 * Makes the tables of the coming month.
 * Answers how to stop it. For a database that is ready.
 */
export function startHousekeeping(parts: Housekeeping): () => void {
  const run = () => {
    tidyUp(parts).catch((error: unknown) => parts.log.warn({ err: error }, 'housekeeping'));
  };
  // At once too: a portal that is started anew every hour would otherwise never come to it.
  run();
  const timer = setInterval(run, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

export async function tidyUp({ database, identity, clock }: Omit<Housekeeping, 'log'>): Promise<void> {
  await ensureNextPartitions(database, clock.now());
  await identity.sweep();
  await deleteUnprovenSignUps(database, clock.now());
  await deleteOldRows(database, clock.now());
}
