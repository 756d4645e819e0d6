import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import { array, boolean, date, instant, integer, nullable, uuid } from '#server/sql/types.ts';

/** One writer of a company's index at a time; the others leave it to that one. */
export const claimIndex = statement.get({
  name: 'search.claim',
  text: 'select pg_try_advisory_xact_lock(hashtextextended(($companyId::uuid)::text, 7283914011)) as "isClaimed"',
  row: { isClaimed: boolean },
});

/** Conversations that this transaction created, changed or deleted are to be indexed anew. */
const createPending = statement.run({
  name: 'search.create-pending',
  text: `insert into search_pending (company_id, created, changed, months)
    values ($companyId, $created, $changed, $months)`,
  params: { created: array(uuid), changed: array(uuid), months: array(date) },
});

export interface PendingConversations {
  /** That no segment holds. */
  readonly created: readonly string[];
  readonly changed: readonly string[];
  /** Former months of changed conversations whose start was in another month. */
  readonly months: readonly string[];
}

/**
 * Lets the search follow: what this transaction writes is found some seconds after its commit, and what it deletes is
 * forgotten. A deleted conversation is never shown meanwhile, because a hit is read before it is.
 */
export async function followConversations(
  tx: CompanyTransaction,
  { created = [], changed = [], months = [] }: Partial<PendingConversations>,
): Promise<void> {
  if (created.length + changed.length > 0) await createPending(tx, { created, changed, months });
}

export const listPending = statement.list({
  name: 'search.list-pending',
  text: `
    select id, created, changed, months from search_pending
    where company_id = $companyId order by created_at, id limit $limit`,
  params: { limit: integer },
  row: { id: uuid, created: array(uuid), changed: array(uuid), months: array(date) },
});

export const deletePending = statement.run({
  name: 'search.delete-pending',
  text: 'delete from search_pending where company_id = $companyId and id = any($ids::uuid[])',
  params: { ids: array(uuid) },
});

/** Since when conversations wait; null where none does. */
export const getWaitingSince = statement.get({
  name: 'search.waiting-since',
  text: 'select min(created_at) as since from search_pending where company_id = $companyId',
  row: { since: nullable(instant) },
});

const state = { maskingVersion: integer, indexedFrom: instant, doneAt: nullable(instant) };

export const findState = statement.find({
  name: 'search.find-state',
  text: `
    select masking_version as "maskingVersion", indexed_from as "indexedFrom", done_at as "doneAt" from search_states
    where company_id = $companyId`,
  row: state,
});

export const upsertState = statement.run({
  name: 'search.upsert-state',
  text: `
    insert into search_states (company_id, masking_version, indexed_from, done_at)
    values ($companyId, $maskingVersion, $indexedFrom, $doneAt)
    on conflict (company_id) do update set masking_version = excluded.masking_version,
      indexed_from = excluded.indexed_from, done_at = excluded.done_at`,
  params: state,
});

/** The newest conversations that started before an instant. */
export const listEarlier = statement.list({
  text: `
    select id, started_at as "startedAt" from conversations
    where company_id = $companyId and started_at < $before
    order by started_at desc, id desc limit $limit`,
  params: { before: instant, limit: integer },
  row: { id: uuid, startedAt: instant },
});

export const listAt = statement.list({
  text: 'select id from conversations where company_id = $companyId and started_at = $at',
  params: { at: instant },
  row: { id: uuid },
});

export const getMaskingVersion = statement.get({
  name: 'search.masking-version',
  text: 'select coalesce(max(version), 0) as version from masking_settings where company_id = $companyId',
  row: { version: integer },
});

export const listWaitingCompanies = systemStatement.list({
  text: 'select distinct company_id as "companyId" from search_pending',
  row: { companyId: uuid },
});

export const listStates = systemStatement.list({
  text: `select company_id as "companyId", masking_version as "maskingVersion", done_at is not null as "isDone" from search_states`,
  row: { companyId: uuid, maskingVersion: integer, isDone: boolean },
});

export const listMaskingVersions = systemStatement.list({
  text: 'select company_id as "companyId", version from masking_settings',
  row: { companyId: uuid, version: integer },
});

export const listCompanies = systemStatement.list({ text: 'select id from companies', row: { id: uuid } });
