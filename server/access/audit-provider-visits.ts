import type { Logger } from 'pino';
import type { Database } from '../database/open-database.ts';
import { createRecentKeys } from '../lib/concurrency/recent-keys.ts';
import type { Actor } from '../lib/request/actor.ts';
import { toAuditStamp } from '../lib/request/call-context.ts';
import { recordAudit } from '../records/audit.ts';

const visitMs = 30 * 60 * 1000;
const maxVisits = 10_000;

/**
 * Records in a company's audit log that the provider opened it: an entry per person and half an hour. What the provider changes
 * there has entries of its own. A failure is logged only.
 */
export function createProviderVisitAudit(database: Database, log: Pick<Logger, 'warn'>) {
  const visits = createRecentKeys({ ms: visitMs, max: maxVisits });
  return async (actor: Actor, requestId: string, now: Date): Promise<void> => {
    if (actor.actsFrom === null) return;
    const { companyId, companyName, accountId } = actor;
    const key = `${companyId} ${accountId}`;
    if (!visits.claim(key, now)) return;
    const subject = { entity: 'company', entityId: companyId, entityLabel: companyName };
    try {
      await database.inCompany(companyId, (tx) =>
        recordAudit(tx, { ...subject, ...toAuditStamp({ actor, requestId }, now), action: 'companies.enter' }),
      );
    } catch (error) {
      visits.forget(key);
      log.warn({ err: error, requestId }, 'a visit of the provider could not be audited');
    }
  };
}
