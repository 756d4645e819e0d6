import { columns, insertValues } from '../../sql/columns.ts';
import { statement, systemStatement } from '../../sql/statement.ts';
import { instant, integer, nullable, text, textOf, uuid, type RowOf } from '../../sql/types.ts';

const requested = {
  id: uuid,
  requestedAt: instant,
  requesterName: text,
  requesterEmail: text,
  /** Null for a request of before it was noted. */
  requesterAccountId: nullable(uuid),
  expiresAt: instant,
};

const stored = {
  ...requested,
  state: textOf<'waiting' | 'ready' | 'failed'>(),
  parts: integer,
  finishedAt: nullable(instant),
  bytes: nullable(integer),
  rowCount: nullable(integer),
  fileCount: nullable(integer),
};

export type StoredExport = RowOf<typeof stored>;

export const listExports = statement.list({
  text: `select ${columns(stored)} from company_exports where company_id = $companyId order by requested_at desc, id`,
  row: stored,
});

export const findExport = statement.find({
  text: `select ${columns(stored)} from company_exports where company_id = $companyId and id = $id`,
  params: { id: uuid },
  row: stored,
});

/** An answer that is missing says that another one waits. */
export const createExport = statement.find({
  text: `
    insert into company_exports ${insertValues(requested)}
    on conflict (company_id) where state = 'waiting' do nothing returning ${columns(stored)}`,
  params: requested,
  row: stored,
});

export const updateParts = statement.run({
  text: `update company_exports set parts = greatest(parts, $parts) where company_id = $companyId and id = $id`,
  params: { id: uuid, parts: integer },
});

const finished = { finishedAt: instant, expiresAt: instant };

/** `parts` stays: a killed attempt may have stored more of them than the archive has. */
export const finishExport = statement.run({
  text: `
    update company_exports
    set state = 'ready', finished_at = $finishedAt, expires_at = $expiresAt, bytes = $bytes, row_count = $rows,
      file_count = $files
    where company_id = $companyId and id = $id and state = 'waiting'`,
  params: { id: uuid, ...finished, bytes: integer, rows: integer, files: integer },
});

export const failExport = statement.run({
  text: `
    update company_exports set state = 'failed', finished_at = $finishedAt, expires_at = $expiresAt
    where company_id = $companyId and id = $id and state = 'waiting'`,
  params: { id: uuid, ...finished },
});

/** The archives beyond the newest ones. */
export const listSurplus = statement.list({
  text: `
    select id, parts from company_exports where company_id = $companyId and state = 'ready'
    order by requested_at desc, id offset $kept`,
  params: { kept: integer },
  row: { id: uuid, parts: integer },
});

/** Notes that the parts of an archive that has failed are gone. */
export const forgetParts = statement.run({
  text: 'update company_exports set parts = 0 where company_id = $companyId and id = $id',
  params: { id: uuid },
});

export const deleteExport = statement.run({
  text: 'delete from company_exports where company_id = $companyId and id = $id',
  params: { id: uuid },
});

export const getCompanyName = statement.get({
  text: 'select id, name from companies where id = $companyId',
  row: { id: uuid, name: text },
});

export const listExpiredExports = systemStatement.list({
  text: 'select company_id as "companyId", id from company_exports where expires_at <= $now order by company_id, id',
  params: { now: instant },
  row: { companyId: uuid, id: uuid },
});
