import type { TaskFailure, TaskKind } from '#contract/tasks/task-kinds.ts';
import { assignments, columns, insertValues } from '#server/sql/columns.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import { instant, integer, json, nullable, textOf, uuid, type RowOf } from '#server/sql/types.ts';

const requested = {
  id: uuid,
  kind: textOf<TaskKind>(),
  accountId: nullable(uuid),
  input: json<unknown>(),
  facts: json<unknown>(),
  coveredFrom: nullable(instant),
  coveredUntil: nullable(instant),
  requestedAt: instant,
  expiresAt: instant,
};
const ended = {
  state: textOf<'waiting' | 'ready' | 'failed' | 'withdrawn' | 'cancelled'>(),
  failure: nullable(textOf<TaskFailure>()),
  facts: json<unknown>(),
  bytes: nullable(integer),
  finishedAt: nullable(instant),
  expiresAt: instant,
};
const stored = { ...requested, ...ended, parts: integer };

export type StoredTask = RowOf<typeof stored>;

const ofCompany = `select ${columns(stored)} from tasks where company_id = $companyId`;

/** Lets one request after the other count the tasks of its company, until the end of its transaction. */
export const lockTasks = statement.run({
  text: 'select from pg_advisory_xact_lock(hashtextextended(($companyId::uuid)::text, 5120883417))',
});

export const createTask = statement.get({
  text: `insert into tasks ${insertValues(requested)} returning ${columns(stored)}`,
  params: requested,
  row: stored,
});

export const listTasks = statement.list({
  text: `${ofCompany} and kind = $kind and state <> 'cancelled' and expires_at > $now order by requested_at desc, id`,
  params: { kind: requested.kind, now: instant },
  row: stored,
});

export const findTask = statement.find({ text: `${ofCompany} and id = $id`, params: { id: uuid }, row: stored });

/** Before a part is stored. An answer that is missing says that the task waits no longer. */
export const noteTaskPart = statement.find({
  text: `
    update tasks set parts = greatest(parts, $parts), facts = $facts
    where company_id = $companyId and id = $id and state = 'waiting' returning id`,
  params: { id: uuid, parts: integer, facts: json<unknown>() },
  row: { id: uuid },
});

/** `parts` stays: a killed attempt may have stored more of them than the file has. */
export const endTask = statement.find({
  text: `update tasks set ${assignments(ended)} where company_id = $companyId and id = $id and state = 'waiting' returning id`,
  params: { id: uuid, ...ended },
  row: { id: uuid },
});

/** Undefined where there is none with this id: of the account, where one is given. */
export const cancelTask = statement.find({
  text: `
    update tasks set state = 'cancelled', failure = null, expires_at = $now
    where company_id = $companyId and kind = $kind and id = $id and state <> 'cancelled'
      and ($accountId::uuid is null or account_id = $accountId)
    returning ${columns(stored)}`,
  params: { kind: requested.kind, id: uuid, accountId: nullable(uuid), now: instant },
  row: stored,
});

/** After its parts were deleted. */
export const deleteTask = statement.run({
  text: 'delete from tasks where company_id = $companyId and id = $id',
  params: { id: uuid },
});

/** After the parts of a task were deleted that stays in the list. */
export const forgetTaskParts = statement.run({
  text: `update tasks set parts = 0 where company_id = $companyId and id = $id and state in ('failed', 'withdrawn')`,
  params: { id: uuid },
});

/** Tasks whose time is over, and those that left parts without a content. */
export const listUnusedTasks = systemStatement.list({
  text: `
    select company_id as "companyId", id from tasks
    where expires_at <= $now or state in ('failed', 'withdrawn') and parts > 0 order by company_id, id`,
  params: { now: instant },
  row: { companyId: uuid, id: uuid },
});
