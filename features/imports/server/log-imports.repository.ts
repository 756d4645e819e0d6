import type { ImportSettings } from '#features/imports/contract/import-settings.ts';
import type { ImportFailure, ImportState, LeftOut } from '#features/imports/contract/log-imports.ts';
import { columns, insertValues } from '#server/sql/columns.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import {
  array,
  boolean,
  instant,
  integer,
  json,
  jsonText,
  nullable,
  text,
  textOf,
  uuid,
  type RowOf,
} from '#server/sql/types.ts';
import type { ReaderState } from './read/read-window.ts';

const announced = { id: uuid, fileName: text, bytes: integer, createdAt: instant, createdBy: text, fileUntil: instant };

const stored = {
  id: uuid,
  fileName: text,
  bytes: integer,
  chunks: integer,
  state: textOf<ImportState>(),
  settings: nullable(json<ImportSettings>()),
  readBytes: integer,
  reader: nullable(json<ReaderState>()),
  records: integer,
  conversations: integer,
  messages: integer,
  known: integer,
  leftOut: json<LeftOut[]>(),
  failure: nullable(textOf<ImportFailure>()),
  createdAt: instant,
  createdBy: text,
  startedAt: nullable(instant),
  finishedAt: nullable(instant),
  fileUntil: nullable(instant),
};

export type StoredImport = RowOf<typeof stored>;

/** The latest ones. */
export const listImports = statement.list({
  text: `
    select ${columns(stored)} from log_imports where company_id = $companyId order by created_at desc, id limit 100`,
  row: stored,
});

export const findImport = statement.find({
  text: `select ${columns(stored)} from log_imports where company_id = $companyId and id = $id`,
  params: { id: uuid },
  row: stored,
});

/** Locked until the end of the transaction. */
export const findLockedImport = statement.find({
  text: `select ${columns(stored)} from log_imports where company_id = $companyId and id = $id for update`,
  params: { id: uuid },
  row: stored,
});

/** Lets files be announced one after the other until the end of the transaction, so that each counts for the next. */
export const lockAnnouncements = statement({
  text: 'select from companies where id = $companyId for no key update',
  lockedRows: 'companyId',
});

/** Any number, the same in every version. */
const roomKey = 7_283_914_016;

/** The same over all companies, because they share the disk. */
export const lockRoom = statement.run({
  text: `select from (select pg_advisory_xact_lock(${roomKey})) locked`,
});

/** Files that wait for their import, and the bytes of those that are kept. */
export const countWaitingImports = statement.get({
  text: `
    select count(*) filter (where state <> 'running') as count, coalesce(sum(bytes), 0)::bigint as bytes from log_imports
    where company_id = $companyId and file_until is not null`,
  row: { count: integer, bytes: integer },
});

/** Bytes of all companies' files that are kept: announced, and those of them that are stored. */
export const sumKeptBytes = systemStatement.get({
  text: `
    select coalesce(sum(bytes), 0)::bigint as announced,
      coalesce(sum(least(bytes, chunks * $chunkBytes::bigint)), 0)::bigint as stored
    from log_imports where file_until is not null`,
  params: { chunkBytes: integer },
  row: { announced: integer, stored: integer },
});

export const createImport = statement.get({
  text: `insert into log_imports ${insertValues(announced)} returning ${columns(stored)}`,
  params: announced,
  row: stored,
});

/** An answer that is missing says that another part is next. */
export const updateChunks = statement.find({
  text: `
    update log_imports set chunks = chunks + 1,
      state = case when $isLast then 'ready' else state end
    where company_id = $companyId and id = $id and chunks = $index and state = 'uploading'
    returning ${columns(stored)}`,
  params: { id: uuid, index: integer, isLast: boolean },
  row: stored,
});

/** An answer that is missing says that it cannot be started, or that another one runs. */
export const startImport = statement.find({
  text: `
    update log_imports set state = 'running', settings = coalesce(settings, $settings), failure = null, finished_at = null,
      started_at = coalesce(started_at, $now)
    where company_id = $companyId and id = $id and state in ('ready', 'cancelled', 'failed')
      and not exists (select from log_imports r where r.company_id = $companyId and r.state = 'running')
    returning ${columns(stored)}`,
  params: { id: uuid, settings: jsonText, now: instant },
  row: stored,
});

const progress = {
  readBytes: integer,
  reader: jsonText,
  records: integer,
  conversations: integer,
  messages: integer,
  known: integer,
  leftOut: jsonText,
};

/** An answer that is missing says that it was cancelled, or that another attempt has gone further. */
export const recordImportProgress = statement.find({
  text: `
    update log_imports set read_bytes = $readBytes, reader = $reader, records = $records, conversations = $conversations,
      messages = $messages, known = $known, left_out = $leftOut
    where company_id = $companyId and id = $id and state = 'running' and read_bytes = $fromBytes
    returning id`,
  params: { id: uuid, fromBytes: integer, ...progress },
  row: { id: uuid },
});

/** The file of a finished one is no longer kept. An answer that is missing says that it has ended already. */
export const finishImport = statement.find({
  text: `
    update log_imports set state = $state, failure = $failure, finished_at = $now,
      file_until = case when $state::text = 'finished' then $now else file_until end
    where company_id = $companyId and id = $id and state = 'running' returning ${columns(stored)}`,
  params: { id: uuid, state: textOf<ImportState>(), failure: nullable(textOf<ImportFailure>()), now: instant },
  row: stored,
});

/** After its file is gone. One that was never started holds nothing else. */
export const deleteUnstartedImport = statement.run({
  text: `
    delete from log_imports where company_id = $companyId and id = $id and started_at is null and state <> 'running'`,
  params: { id: uuid },
});

/** Its parts are deleted next. */
export const expireFile = statement.run({
  text: 'update log_imports set file_until = $now where company_id = $companyId and id = $id',
  params: { id: uuid, now: instant },
});

export const forgetFile = statement.run({
  text: `
    update log_imports set chunks = 0, file_until = null, reader = null
    where company_id = $companyId and id = $id and state <> 'running'`,
  params: { id: uuid },
});

const undo = {
  subjectId: uuid,
  state: textOf<'waiting' | 'done'>(),
  conversations: integer,
  messages: integer,
  finishedAt: nullable(instant),
};

export type StoredUndo = RowOf<typeof undo>;

/** The last one of each import. */
export const listUndos = statement.list({
  text: `
    select distinct on (subject_id) ${columns(undo)} from erasures
    where company_id = $companyId and kind = 'import' and subject_id = any($ids) order by subject_id, requested_at desc`,
  params: { ids: array(uuid) },
  row: undo,
});

/** The zone of the company, and its suspension. */
export const getImportingCompany = statement.get({
  text: `
    select time_zone as "timeZone", suspended_from as "suspendedFrom", suspension_reason as "suspensionReason"
    from companies where id = $companyId`,
  row: { timeZone: text, suspendedFrom: nullable(instant), suspensionReason: nullable(text) },
});

/** Files whose time is over, of all companies. */
export const listExpiredImports = systemStatement.list({
  text: `
    select company_id as "companyId", id from log_imports
    where file_until <= $now and state <> 'running' order by company_id, id`,
  params: { now: instant },
  row: { companyId: uuid, id: uuid },
});
