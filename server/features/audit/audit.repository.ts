import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { AuditEntry } from '#contract/audit.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { auditEntries } from '../../database/schema/audit-entries.ts';

export interface AuditPage {
  readonly entity?: string | undefined;
  readonly entityId?: string | undefined;
  /** Looked for as it stands in who did it and what it was done to. */
  readonly search?: string | undefined;
  /** Only entries older than this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Newest first, by key: a page costs the same wherever it is. */
export async function listAuditEntries(tx: Transaction, page: AuditPage): Promise<AuditEntry[]> {
  const rows = await tx
    .select()
    .from(auditEntries)
    .where(
      and(
        page.entity === undefined ? undefined : eq(auditEntries.entity, page.entity),
        page.entityId === undefined ? undefined : eq(auditEntries.entityId, page.entityId),
        page.before === undefined ? undefined : lt(auditEntries.id, Number(page.before)),
        page.search ? matches(page.search) : undefined,
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(page.limit);
  return rows.map(toAuditEntry);
}

function matches(text: string) {
  const { actorName, actorEmail, entityLabel } = auditEntries;
  return sql`position(lower(${text}) in lower(concat_ws(' ', ${actorName}, ${actorEmail}, ${entityLabel}))) > 0`;
}

function toAuditEntry(row: typeof auditEntries.$inferSelect): AuditEntry {
  return {
    id: String(row.id),
    date: row.occurredAt.toISOString(),
    actor: { name: row.actorName, email: row.actorEmail, company: row.actorCompany },
    action: row.action,
    entity: row.entity,
    entityId: row.entityId,
    entityLabel: row.entityLabel,
    before: row.before,
    after: row.after,
    requestId: row.requestId,
  };
}
