import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import type { CompanyName } from './companies.repository.ts';

/**
 * The stamp and subject of an entry about a company in its own log. It names the provider also where the actor acts at
 * home, because the entry is in another company's log.
 */
export function toCompanyStamp(context: CallContext, now: Date, { id, name }: CompanyName) {
  const stamp = toAuditStamp(context, now);
  return {
    ...stamp,
    actor: { ...stamp.actor, company: context.actor.actsFrom ?? context.actor.companyName },
    ...toCompanySubject({ id, name }),
  };
}

export function toCompanySubject({ id, name }: CompanyName) {
  return { companyId: id, entity: 'company', entityId: id, entityLabel: name };
}
