import type { Logger } from 'pino';
import type { DeletionDependencies } from '../features/intake/erasure/delete-conversations.service.ts';
import { deleteExpiredConversations, listRetentions } from '../features/intake/retention/delete-expired.service.ts';
import { createAttempts } from '../lib/attempts.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';
import { overwriteErased } from '../features/intake/erasure/overwrite-erased.service.ts';
import type { OverwriteDependencies } from '../features/intake/erasure/overwrite-erased.service.ts';
import { getLastTime } from './daily-times.ts';

interface RetentionJob extends DeletionDependencies {
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Deletes what companies do not keep any longer: at start, and every night. */
export function scheduleRetention(parts: RetentionJob): Promise<void> {
  return parts.jobs.schedule('retention', '30 2 * * *', () => deleteAllExpired(parts));
}

/**
 * One company after the other; a failure of one does not keep the others.
 * @throws StepsFailed where one has failed
 */
export async function deleteAllExpired(parts: Omit<RetentionJob, 'jobs'>): Promise<void> {
  const attempts = createAttempts(parts.log);
  for (const retention of await listRetentions(parts)) {
    const { companyId } = retention;
    const deleteExpired = () => deleteExpiredConversations(parts, retention);
    await attempts.run(deleteExpired, 'what a company does not keep is not deleted', { companyId });
  }
  attempts.end();
}

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
 * Overwrites what was erased before the last time `at`, so that a start during the day finds work only where a night
 * was missed.
 * @throws Error where a table was in use, which the job repeats
 */
export async function overwriteDue({ at, log, ...dependencies }: Omit<OverwriteJob, 'jobs'>): Promise<void> {
  const run = await overwriteErased(dependencies, getLastTime(at, dependencies.clock.now()));
  if (!run?.error) return;
  log.warn({ reason: run.error }, 'not all that was erased is overwritten');
  if (run.isRepeated) throw new Error('tables were in use');
}
