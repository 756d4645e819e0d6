import type { Uses } from '../../portal/portal.ts';
import { can } from '#contract/capabilities.ts';
import type { AuditEntry } from '#contract/audit.ts';
import { addDays, getStartOfDay } from '#contract/calendar/zones.ts';
import type { Actor } from '../../lib/request/actor.ts';
import * as repository from './audit.repository.ts';
import type { AuditPage } from './audit.repository.ts';

const pageSize = 50;

/** Days are those of the company's zone, both included. */
export interface AuditQuery extends Partial<Omit<AuditPage, 'from' | 'until'>> {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Without the VAT number where the actor may not see it, and without the company's data where it may see none of it. */
export function toVisibleEntry(actor: Actor, entry: AuditEntry): AuditEntry {
  if (entry.entity !== 'company' || (can(actor, 'company.read') && can(actor, 'company.see-vat-number'))) return entry;
  const omitVatNumber = ({ vatNumber: _vatNumber, ...fields }: Record<string, unknown>) => fields;
  const omit = (fields: AuditEntry['before']) => (fields && can(actor, 'company.read') ? omitVatNumber(fields) : null);
  return { ...entry, before: omit(entry.before), after: omit(entry.after) };
}

/** The first instant of the first day, and that after the last one. */
export const toInstants = ({ from, to }: Pick<AuditQuery, 'from' | 'to'>, zone: string) => ({
  from: from === undefined ? undefined : new Date(getStartOfDay(from, zone)),
  until: to === undefined ? undefined : new Date(getStartOfDay(addDays(to, 1), zone)),
});

/** One page; `next` is the `before` of the following page, null at the end. */
export async function listAuditEntries(
  { database }: Uses<'database'>,
  actor: Actor,
  { limit = pageSize, actor: author, from, to, ...filter }: AuditQuery,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const found = await database.readCompany(actor.companyId, (tx) =>
    repository.listAuditEntries(tx, {
      ...filter,
      actor: author,
      ...toInstants({ from, to }, actor.timeZone),
      limit: limit + 1,
    }),
  );
  const entries = found.slice(0, limit).map((entry) => toVisibleEntry(actor, entry));
  return { entries, next: found.length > limit ? (entries.at(-1)?.id ?? null) : null };
}
