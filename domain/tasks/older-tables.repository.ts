import { statement, systemStatement } from '#server/sql/statement.ts';
import { array, instant, text, uuid } from '#server/sql/types.ts';

/*
 * The tables `row_files` and `company_exports` of portals of before, which may still run beside this one (decision 0062). They go
 * with this file in a later version.
 */

export const listOlderCompanies = systemStatement.list({
  text: 'select company_id as "companyId" from row_files union select company_id from company_exports order by 1',
  row: { companyId: uuid },
});

const taken = `company_id = $companyId and (state <> 'waiting' or expires_at <= $now or id = any($ids))`;
const params = { now: instant, ids: array(uuid) };
const row = { id: uuid };

/** Rows that no portal of before works on: ended, over, or one of these, whose jobs this portal has. Locked until the end. */
export const lockOlderFiles = statement.list({
  text: `select id from row_files where ${taken} for update`,
  params,
  row,
});
export const lockOlderExports = statement.list({
  text: `select id from company_exports where ${taken} for update`,
  params,
  row,
});

const into = `insert into tasks as made (company_id, id, kind, state, failure, account_id, input, covered_from, covered_until, facts, parts,
  bytes, requested_at, finished_at, expires_at)`;
const moved = { id: uuid, state: text };

export const moveOlderFiles = statement.list({
  text: `
    ${into}
    select company_id, id, 'rowFile', state, failure, account_id, case when state = 'withdrawn' then '{}' else filter end,
      covered_from, covered_until,
      jsonb_build_object('kind', kind, 'format', format, 'rows', row_count, 'total', row_total, 'madeBy', made_by), parts,
      bytes, requested_at, case when state <> 'waiting' then requested_at end, expires_at
    from row_files where company_id = $companyId and id = any($ids) returning made.id, made.state`,
  params: { ids: array(uuid) },
  row: moved,
});

export const moveOlderExports = statement.list({
  text: `
    ${into}
    select company_id, id, 'companyExport', state, case when state = 'failed' then 'error' end, requester_account_id,
      jsonb_build_object('requestedBy', requester_name), null, null,
      jsonb_build_object('rows', coalesce(row_count, 0), 'files', coalesce(file_count, 0)), parts, bytes, requested_at,
      finished_at, expires_at
    from company_exports where company_id = $companyId and id = any($ids) returning made.id, made.state`,
  params: { ids: array(uuid) },
  row: moved,
});

export const deleteOlderFiles = statement.run({
  text: 'delete from row_files where company_id = $companyId and id = any($ids)',
  params: { ids: array(uuid) },
});

export const deleteOlderExports = statement.run({
  text: 'delete from company_exports where company_id = $companyId and id = any($ids)',
  params: { ids: array(uuid) },
});
