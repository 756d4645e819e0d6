import type { Capability } from '#contract/capabilities.ts';
import type { MaskingSettings } from '#contract/masking-kinds.ts';
import type { RowFormat } from '#contract/exports/row-formats.ts';
import type { RowFile } from '#contract/exports/row-files.ts';
import { columns, insertValues } from '../../sql/columns.ts';
import { statement, systemStatement } from '../../sql/statement.ts';
import { instant, integer, json, nullable, text, textOf, uuid, type RowOf } from '../../sql/types.ts';
import type { RowKind } from '#contract/exports/row-kinds.ts';

/** Rights of a file's owner on which its content depends, as they were when it was made. */
export interface MadeBy {
  readonly capabilities: readonly Capability[];
  readonly masking: MaskingSettings;
  /** The reported users of whom the owner could read the transcripts; null where of all. */
  readonly userNumbers: readonly number[] | null;
}

const requested = {
  id: uuid,
  accountId: uuid,
  kind: textOf<RowKind>(),
  filter: json<Record<string, unknown>>(),
  format: textOf<RowFormat>(),
  coveredFrom: nullable(instant),
  coveredUntil: nullable(instant),
  requestedAt: instant,
  expiresAt: instant,
};

const stored = {
  ...requested,
  state: textOf<RowFile['state'] | 'cancelled'>(),
  failure: nullable(textOf<NonNullable<RowFile['failure']>>()),
  parts: integer,
  rowCount: integer,
  rowTotal: nullable(integer),
  bytes: nullable(integer),
  madeBy: nullable(json<MadeBy>()),
};

export type StoredRowFile = RowOf<typeof stored>;

const select = `select ${columns(stored)} from row_files where company_id = $companyId`;

/** Lets one request after the other count the files of its company. */
export const lockRowFiles = statement.run({
  text: 'select from pg_advisory_xact_lock(hashtextextended(($companyId::uuid)::text, 5120883417))',
});

export const getRowFileCounts = statement.get({
  text: `
    select count(*) filter (where state = 'waiting') as waiting,
      count(*) filter (where state = 'waiting' and account_id = $accountId) as "ownWaiting",
      count(*) filter (where state <> 'cancelled' and account_id = $accountId) as own
    from row_files where company_id = $companyId and expires_at > $now`,
  params: { accountId: uuid, now: instant },
  row: { waiting: integer, ownWaiting: integer, own: integer },
});

export const createRowFile = statement.get({
  text: `insert into row_files ${insertValues(requested)} returning ${columns(stored)}`,
  params: requested,
  row: stored,
});

export const listRowFiles = statement.list({
  text: `${select} and account_id = $accountId and state <> 'cancelled' and expires_at > $now
    order by requested_at desc, id`,
  params: { accountId: uuid, now: instant },
  row: stored,
});

export const findRowFile = statement.find({ text: `${select} and id = $id`, params: { id: uuid }, row: stored });

/** An attempt begins anew. An answer that is missing says that the file waits no longer. */
export const startRowFile = statement.find({
  text: `
    update row_files set row_count = 0, row_total = $total, made_by = $madeBy
    where company_id = $companyId and id = $id and state = 'waiting' returning id`,
  params: { id: uuid, total: integer, madeBy: json<MadeBy>() },
  row: { id: uuid },
});

/** Before a part is stored. An answer that is missing says that the file waits no longer. */
export const recordRowFilePart = statement.find({
  text: `
    update row_files set parts = greatest(parts, $parts), row_count = $rows
    where company_id = $companyId and id = $id and state = 'waiting' returning id`,
  params: { id: uuid, parts: integer, rows: integer },
  row: { id: uuid },
});

/** `parts` stays: a killed attempt may have stored more of them than the file has. */
export const finishRowFile = statement.find({
  text: `
    update row_files set state = 'ready', row_count = $rows, bytes = $bytes, expires_at = $expiresAt
    where company_id = $companyId and id = $id and state = 'waiting' returning id`,
  params: { id: uuid, rows: integer, bytes: integer, expiresAt: instant },
  row: { id: uuid },
});

export const failRowFile = statement.run({
  text: `
    update row_files set state = 'failed', failure = $failure, expires_at = $expiresAt
    where company_id = $companyId and id = $id and state = 'waiting'`,
  params: { id: uuid, failure: text, expiresAt: instant },
});

/** Answers the file as it was; undefined where the account has none with this id. */
export const cancelRowFile = statement.find({
  text: `
    with before as (${select} and id = $id and account_id = $accountId and state <> 'cancelled' for update),
    cancelled as (
      update row_files r set state = 'cancelled', failure = null, expires_at = $now
      from before b where r.company_id = $companyId and r.id = b.id)
    select * from before`,
  params: { id: uuid, accountId: uuid, now: instant },
  row: stored,
});

/** After its parts were deleted. */
export const deleteRowFile = statement.run({
  text: 'delete from row_files where company_id = $companyId and id = $id',
  params: { id: uuid },
});

/** The parts of a file that stays in the list without its content were deleted. */
export const updateRowFileParts = statement.run({
  text: `update row_files set parts = 0 where company_id = $companyId and id = $id and state in ('failed', 'withdrawn')`,
  params: { id: uuid },
});

/** The reported users that are mapped to a user. */
export const listUserNumbers = statement.list({
  text: 'select number from reported_users where company_id = $companyId and user_id = $userId order by number',
  params: { userId: uuid },
  row: { number: integer },
});

export const getCompanyName = statement.get({
  text: 'select name from companies where id = $companyId',
  row: { name: text },
});

/** Files whose time is over, and those that left parts without a content. */
export const listUnusedRowFiles = systemStatement.list({
  text: `
    select company_id as "companyId", id from row_files
    where expires_at <= $now or state in ('failed', 'withdrawn') and parts > 0 order by company_id, id`,
  params: { now: instant },
  row: { companyId: uuid, id: uuid },
});
