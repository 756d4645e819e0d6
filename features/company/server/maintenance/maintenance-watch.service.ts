import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#server/database/open-database.ts';
import { DatabaseUnavailable, toDatabaseError } from '#server/database/connection/errors.ts';
import type { Jobs } from '#server/outside/jobs/jobs.ts';
import type { Metrics } from '#server/outside/metrics/metrics.ts';
import { findMaintenance, type StoredMaintenance } from './maintenance.repository.ts';

/** Whether the installation can only be read, as this portal saw it at its last look. */
export interface MaintenanceWatch {
  /** Undefined while changes are allowed. */
  find(): StoredMaintenance | undefined;
  /** False until the first look after the start. */
  isKnown(): boolean;
  /** Waits for the first look, at most so long. */
  waitUntilKnown(mostMs: number): Promise<void>;
  /** Looks now. @throws DatabaseUnavailable; then it is as before */
  refresh(): Promise<void>;
  /** Looks every two seconds until the returned function is called. */
  start(): () => void;
}

interface Options {
  readonly database: Pick<Database, 'actors'>;
  readonly jobs: Pick<Jobs, 'setPaused'>;
  readonly metrics: Pick<Metrics, 'recordMaintenance'>;
  readonly log: Logger;
}

const lookMs = 2000;

async function waitFor(event: Promise<void>, mostMs: number): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  await Promise.race([event, sleep(mostMs, undefined, { signal, ref: false }).catch(() => undefined)]);
  over.abort();
}

/** Watches the row by which all portals of a database know of a maintenance; jobs rest while it is there. */
export function createMaintenanceWatch({ database, jobs, metrics, log }: Options): MaintenanceWatch {
  let present: StoredMaintenance | undefined;
  let isKnown = false;
  const firstLook = Promise.withResolvers<void>();
  let last: Promise<unknown> = Promise.resolve();
  let isLooking = false;
  const lookOnce = async () => {
    const found = await findMaintenance(database.actors);
    const hasChanged = (found === undefined) !== (present === undefined);
    [present, isKnown] = [found, true];
    firstLook.resolve();
    if (hasChanged) {
      metrics.recordMaintenance(found !== undefined);
      log.info(found ? 'maintenance: changes are denied, and jobs rest' : 'maintenance is over');
    }
    // At each look, because it may have failed at the one before.
    await jobs.setPaused(found !== undefined);
  };
  /** In turn: an older look must not say what was before a newer one. */
  const refresh = async () => {
    const next = last.then(lookOnce);
    last = next.catch(() => undefined);
    await next;
  };
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await refresh();
    } catch (error) {
      if (!(toDatabaseError(error) instanceof DatabaseUnavailable))
        log.warn({ err: error }, 'maintenance not looked up');
    } finally {
      isLooking = false;
    }
  };
  return {
    find: () => present,
    isKnown: () => isKnown,
    waitUntilKnown: (mostMs) => waitFor(firstLook.promise, mostMs),
    refresh,
    start() {
      const timer = setInterval(() => void look(), lookMs).unref();
      return () => clearInterval(timer);
    },
  };
}
