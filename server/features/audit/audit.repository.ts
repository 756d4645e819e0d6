import type { AuditEntry } from '#contract/audit.ts';
import { foldSearch } from '#contract/fold-text.ts';
import { auditColumns } from '../../records/audit.ts';
import { columns } from '../../sql/columns.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { statement } from '../../sql/statement.ts';
import { instant, integer, nullable, text, type RowOf } from '../../sql/types.ts';

const filter = {
  entity: nullable(text),
  entityId: nullable(text),
  search: text,
  actor: text,
  from: nullable(instant),
  until: nullable(instant),
};

const matchesFilter = `company_id = $companyId
      and ($entity::text is null or entity = $entity)
      and ($entityId::text is null or entity_id = $entityId)
      and ($from::timestamptz is null or occurred_at >= $from)
      and ($until::timestamptz is null or occurred_at < $until)
      and ($actor = '' or position($actor in fold_text(concat_ws(' ', actor_name, actor_email))) > 0
        or actor_account_id in (
          select account_id from users where company_id = $companyId
            and position($actor in fold_text(concat_ws(' ', first_name, last_name, email))) > 0))
      and ($search = '' or position($search in fold_text(concat_ws(' ', actor_name, actor_email, entity_label))) > 0
        or (length($search) >= 8 and starts_with(request_id, $search)))`;

const stored = { id: text, ...auditColumns };

export type StoredEntry = RowOf<typeof stored>;

const listAuditEntriesStatement = statement({
  text: `
    select id::text, ${columns(auditColumns)} from audit_entries
    where ${matchesFilter} and ($before::bigint is null or audit_entries.id < $before)
    order by audit_entries.id desc limit $limit`,
  params: { ...filter, before: nullable(integer), limit: integer },
  row: stored,
});

/** All entries of a filter, newest first, for a file. */
export const allAuditEntries = statement({
  text: `
    select id::text, ${columns(auditColumns)} from audit_entries
    where ${matchesFilter}
    order by audit_entries.id desc`,
  params: filter,
  row: stored,
});

/** How many entries match a filter, counted up to `most`. */
export const countAuditEntries = statement.get({
  text: `select count(*) as count from (select from audit_entries where ${matchesFilter} limit $most) found`,
  params: { ...filter, most: nullable(integer) },
  row: { count: integer },
});

export interface AuditPage {
  readonly entity?: string | undefined;
  readonly entityId?: string | undefined;
  /**
   * Searched literally (no wildcards) in the actor's name and address and the record's label; or the first
   * characters of a request id, at least eight.
   */
  readonly search?: string | undefined;
  /** A part of the author's name or address, of that time or of now. */
  readonly actor?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** Only entries older than this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export type AuditFilter = Omit<AuditPage, 'before' | 'limit'>;

/** The parameters of a filter. */
export const toFilterParams = ({ entity, entityId, search, actor, from, until }: AuditFilter) => ({
  entity: entity ?? null,
  entityId: entityId ?? null,
  search: foldSearch(search ?? ''),
  actor: foldSearch(actor ?? ''),
  from: from ?? null,
  until: until ?? null,
});

/** Entries, newest first, paged by key, so that every page costs the same. */
export async function listAuditEntries(
  tx: CompanyTransaction,
  { before, limit, ...asked }: AuditPage,
): Promise<AuditEntry[]> {
  const params = { ...toFilterParams(asked), before: before === undefined ? null : Number(before), limit };
  return (await tx.list(listAuditEntriesStatement, params)).map(toAuditEntry);
}

export function toAuditEntry({
  actorName: name,
  actorEmail: email,
  actorCompany: company,
  ...entry
}: StoredEntry): AuditEntry {
  const { occurredAt, ...rest } = entry;
  return { ...rest, date: occurredAt.toISOString(), actor: { name, email, company } };
}

/** The last verification of the log, by its entry. */
export const findVerification = statement.find({
  text: `
    select occurred_at as date, actor_name as author, (after->>'checked')::int as checked, after->>'verdict' as verdict
    from audit_entries
    where company_id = $companyId and entity = 'auditLog' and entity_id = 'verification' and action = 'audit.verify'
      and after ? 'checked' and after ? 'verdict'
    order by id desc limit 1`,
  row: { date: instant, author: text, checked: nullable(integer), verdict: nullable(text) },
});
