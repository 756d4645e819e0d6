import type { Logger } from 'pino';
import type { Uses } from '../portal/portal.ts';
import {
  deleteExpiredConversations,
  listRetentions,
} from '#features/protection/server/retention/delete-expired.service.ts';
import { createAttempts } from '../lib/attempts.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';

interface RetentionJob extends Uses<'database' | 'files' | 'clock'> {
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
