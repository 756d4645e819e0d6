import type { AuditEntry } from '#features/protection/contract/audit.ts';
import { sentences } from '#features/protection/contract/action-words.ts';
import { auditFilters } from '#features/protection/contract/audit-filters.ts';
import { foldSearch } from '#contract/fold-text.ts';
import { joinSkills, joinUsers, skillFields, userFields } from '#domain/ledger/reported-names.sql.ts';
import { auditColumns } from '#server/records/audit.ts';
import { columns } from '#server/sql/columns.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { declareConditions } from '#server/database/filter-conditions.ts';
import { statement } from '#server/sql/statement.ts';
import { array, instant, integer, nullable, text, uuid, type ParamsOf, type RowOf } from '#server/sql/types.ts';

/** Labels of conversations of earlier releases have the beginning of the stored id, which is not to be tried. */
const label = `case when entity = 'conversation' and entity_label = 'Log record ' || left(entity_id, 8) then 'Log record' else entity_label end`;

/** The key by which `findShownWords` names an action: its own where it has a sentence, else that of its record and verb. */
const shownAction = `case when action = any(array[${Object.keys(sentences)
  .map((action) => `'${action}'`)
  .join(', ')}]) then action else entity || ' ' || split_part(action, '.', 2) end`;

/** The texts and numbers before and after a change. */
const values = `(
  select string_agg(value #>> '{}', ' ')
  from jsonb_path_query(jsonb_build_array(before, after), '$.** ? (@.type() == "string" || @.type() == "number")') value)`;

/** The conditions of the log's filters; the instants of the days depend on the company's zone, ids of conversations on its key. */
export const auditConditions = declareConditions(auditFilters, {
  from: { type: instant, sql: 'occurred_at >= $from' },
  to: { type: instant, sql: 'occurred_at < $to' },
  entity: 'entity = $entity',
  /** The id as it is asked for, and the stored one that a conversation has which is shown with it. */
  entityId: {
    type: array(text),
    sql: `entity_id = any($entityId) and entity_id = $entityId[case when entity = 'conversation' then 2 else 1 end]`,
  },
  actor: {
    type: text,
    encode: foldSearch,
    sql: `position($actor in fold_text(concat_ws(' ', actor_name, actor_email))) > 0
      or actor_account_id in (
        select account_id from users where company_id = $companyId
          and position($actor in fold_text(concat_ws(' ', first_name, last_name, email))) > 0)`,
  },
  /** The searched text, a kind of records whose values are not searched, and the keys of words that the page shows for what is stored. */
  search: {
    type: array(text),
    sql: `position($search[1] in fold_text(concat_ws(' ', actor_name, actor_email, actor_company, ${label}))) > 0
      or (length($search[1]) >= 8 and starts_with(request_id, $search[1]))
      or ${shownAction} = any($search[3:])
      or (entity = 'request' and array['request ' || entity_label, 'answer ' || (after ->> 'answer')] && $search[3:])
      or (entity <> $search[2] and position($search[1] in fold_text(${values})) > 0)`,
  },
});

export type AuditParams = ParamsOf<typeof auditConditions.params>;

const matchesFilter = `company_id = $companyId and ${auditConditions.text}`;

const stored = { id: text, ...auditColumns };

export type StoredEntry = RowOf<typeof stored>;

const listAuditEntriesStatement = statement({
  text: `
    select id::text, ${columns(auditColumns)} from audit_entries
    where ${matchesFilter} and ($before::bigint is null or audit_entries.id < $before)
    order by audit_entries.id desc limit $limit`,
  params: { ...auditConditions.params, before: nullable(integer), limit: integer },
  row: stored,
});

/** All entries of a filter, newest first, for a file. */
export const allAuditEntries = statement({
  text: `
    select id::text, ${columns(auditColumns)} from audit_entries
    where ${matchesFilter}
    order by audit_entries.id desc`,
  params: auditConditions.params,
  row: stored,
});

/** How many entries match a filter, counted up to `most`. */
export const countAuditEntries = statement.get({
  text: `select count(*) as count from (select from audit_entries where ${matchesFilter} limit $most) found`,
  params: { ...auditConditions.params, most: nullable(integer) },
  row: { count: integer },
});

interface AuditPage {
  readonly filter: AuditParams;
  /** Only entries older than this id. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** Entries, newest first, paged by key, so that every page costs the same. */
export async function listAuditEntries(
  tx: CompanyTransaction,
  { filter, before, limit }: AuditPage,
): Promise<AuditEntry[]> {
  const params = { ...filter, before: before === undefined ? null : Number(before), limit };
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

const conversationFacts = { id: uuid, skill: text, firstName: text, lastName: text, userNumber: integer };

export type ConversationFacts = RowOf<typeof conversationFacts>;

/** Whose these conversations are, and their skills; not of those that were deleted. */
export const listConversationFacts = statement.list({
  text: `
    select c.id, ${skillFields.name} as skill, ${userFields.firstName} as "firstName", ${userFields.lastName} as "lastName",
      ${userFields.number} as "userNumber"
    from (select id, started_at from conversation_partitions where company_id = $companyId and id = any($ids) offset 0) place
    cross join lateral (
      select * from conversations where company_id = $companyId and started_at = place.started_at and id = place.id offset 0
    ) c
    ${joinSkills('c.skill_number')} ${joinUsers('c.user_number')}`,
  params: { ids: array(uuid) },
  row: conversationFacts,
});
