import { X509Certificate } from 'node:crypto';
import { isLastVerified, listLatestBackups } from '#features/company/server/operations/operations.repository.ts';
import type { SystemTransaction } from '../../sql/sql.ts';
import { listQueueStates } from '../../outside/jobs/job-states.repository.ts';
import type { StoredFacts } from '../../outside/metrics/metrics.ts';
import { getWaitingFacts, listCertificates } from './waiting-facts.repository.ts';

/** Certificates change seldom, and are long. */
export const certificatesMs = 10 * 60_000;

/** Reads the facts of the database for a scrape, in one trip. */
export function createStoredFacts() {
  let ends: readonly Date[] = [];
  let readAt = -Infinity;
  return async (tx: SystemTransaction, now: Date): Promise<StoredFacts> => {
    const isOver = now.getTime() - readAt >= certificatesMs;
    const [jobs, latest, waiting, certificates] = await Promise.all([
      listQueueStates(tx),
      listLatestBackups(tx),
      getWaitingFacts(tx, { now }),
      isOver ? listCertificates(tx) : undefined,
    ]);
    if (certificates) {
      ends = certificates.flatMap((provider) => provider.certificates.flatMap(findEnd));
      readAt = now.getTime();
    }
    const backup = latest.findLast(({ file }) => file !== null);
    const last = latest.at(-1);
    return {
      jobs,
      waiting,
      certificateEnds: ends,
      ...(backup && { backup: { ...backup, isVerified: isLastVerified(latest) } }),
      ...(last && { isLastBackupGood: last.file !== null && last.error === null }),
    };
  };
}

function findEnd(pem: string): Date[] {
  try {
    return [new X509Certificate(pem).validToDate];
  } catch {
    return [];
  }
}
