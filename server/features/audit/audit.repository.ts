import type { AuditEntry } from '#contract/audit.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { statement } from '../../sql/statement.ts';
import { instant, integer, json, nullable, text } from '../../sql/types.ts';

const entry = {
  id: text,
  date: instant,
  actorName: text,
  actorEmail: text,
  actorCompany: nullable(text),
  action: text,
  entity: text,
  entityId: text,
  entityLabel: text,
  before: nullable(json<Record<string, unknown>>()),
  after: nullable(json<Record<string, unknown>>()),
  requestId: text,
};

const params = {
  entity: nullable(text),
  entityId: nullable(text),
  search: text,
  before: nullable(integer),
  limit: integer,
};

const listAuditEntriesStatement = statement({
  text: `
    select id::text, occurred_at as date, actor_name as "actorName", actor_email as "actorEmail",
      actor_company as "actorCompany", action, entity, entity_id as "entityId", entity_label as "entityLabel",
      before, after, request_id as "requestId"
    from audit_entries
    where company_id = $companyId
      and ($entity::text is null or entity = $entity)
      and ($entityId::text is null or entity_id = $entityId)
      and ($before::bigint is null or audit_entries.id < $before)
      and position(lower($search) in lower(concat_ws(' ', actor_name, actor_email, entity_label))) > 0
    order by audit_entries.id desc limit $limit`,
  params,
  row: entry,
});

export interface AuditPage {
  readonly entity?: string | undefined;
  readonly entityId?: string | undefined;
  /** Searched literally (no wildcards) in the actor's name and address and the record's label. */
  readonly search?: string | undefined;
  /** Only entries older than this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Entries, newest first, paged by key, so that every page costs the same. */
export async function listAuditEntries(
  tx: CompanyTransaction,
  { entity, entityId, search, before, limit }: AuditPage,
): Promise<AuditEntry[]> {
  const rows = await tx.list(listAuditEntriesStatement, {
    entity: entity ?? null,
    entityId: entityId ?? null,
    search: search ?? '',
    before: before === undefined ? null : Number(before),
    limit,
  });
  return rows.map(({ actorName: name, actorEmail: email, actorCompany: company, date, ...rest }) => ({
    ...rest,
    date: date.toISOString(),
    actor: { name, email, company },
  }));
}
