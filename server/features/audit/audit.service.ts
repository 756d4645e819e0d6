import type { Uses } from '../../portal/portal.ts';
import { can } from '#contract/capabilities.ts';
import type { AuditEntry, AuditFilter } from '#contract/audit/audit.ts';
import { addDays, getStartOfDay } from '#contract/calendar/zones.ts';
import type { Actor } from '../../lib/request/actor.ts';
import * as repository from './audit.repository.ts';
import { auditConditions } from './audit.repository.ts';

const pageSize = 50;

interface AuditQuery extends AuditFilter {
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
}

/** Without the VAT number where the actor may not see it, and without the company's data where it may see none of it. */
export function toVisibleEntry(actor: Actor, entry: AuditEntry): AuditEntry {
  if (entry.entity !== 'company' || (can(actor, 'company.read') && can(actor, 'company.see-vat-number'))) return entry;
  const omitVatNumber = ({ vatNumber: _vatNumber, ...fields }: Record<string, unknown>) => fields;
  const omit = (fields: AuditEntry['before']) => (fields && can(actor, 'company.read') ? omitVatNumber(fields) : null);
  return { ...entry, before: omit(entry.before), after: omit(entry.after) };
}

/** The parameters of a filter. Days are those of the company's zone, both included. */
export const toAuditParams = (filter: AuditFilter, zone: string) =>
  auditConditions.toParams(filter, {
    from: filter.from === undefined ? null : new Date(getStartOfDay(filter.from, zone)),
    to: filter.to === undefined ? null : new Date(getStartOfDay(addDays(filter.to, 1), zone)),
  });

/** One page; `next` is the `before` of the following page, null at the end. */
export async function listAuditEntries(
  { database }: Uses<'database'>,
  actor: Actor,
  { limit = pageSize, before, ...asked }: AuditQuery,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const filter = toAuditParams(asked, actor.timeZone);
  const found = await database.readCompany(actor.companyId, (tx) =>
    repository.listAuditEntries(tx, { filter, before, limit: limit + 1 }),
  );
  const entries = found.slice(0, limit).map((entry) => toVisibleEntry(actor, entry));
  return { entries, next: found.length > limit ? (entries.at(-1)?.id ?? null) : null };
}
