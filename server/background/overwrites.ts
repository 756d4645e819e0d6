import type { Logger } from 'pino';
import { overwriteErased } from '../features/intake/erasure/overwrite-erased.service.ts';
import type { OverwriteDependencies } from '../features/intake/erasure/overwrite-erased.service.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';
import { getLastTime } from './daily-times.ts';

interface OverwriteJob extends OverwriteDependencies {
  readonly jobs: Pick<Jobs, 'schedule'>;
  /** Time of day in UTC, like `03:30`. */
  readonly at: string;
  readonly log: Pick<Logger, 'warn'>;
}

/** Overwrites what was erased, every day in one of the portals, and at start where the last time was missed. */
export function scheduleOverwrites({ jobs, ...parts }: OverwriteJob): Promise<void> {
  const [hour, minute] = parts.at.split(':').map(Number);
  return jobs.schedule('overwrite', `${minute} ${hour} * * *`, () => overwriteDue(parts));
}

/**
 * What was erased before the last time, so that a start in the day finds nothing that a night has not missed.
 * @throws Error where a table was in use, which the job repeats
 */
export async function overwriteDue({ at, log, ...dependencies }: Omit<OverwriteJob, 'jobs'>): Promise<void> {
  const run = await overwriteErased(dependencies, getLastTime(at, dependencies.clock.now()));
  if (!run?.error) return;
  log.warn({ reason: run.error }, 'not all that was erased is overwritten');
  if (run.isRepeated) throw new Error('tables were in use');
}
