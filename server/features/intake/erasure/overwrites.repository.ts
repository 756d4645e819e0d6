import { columnNames, columns } from '../../../sql/columns.ts';
import { statement, systemStatement } from '../../../sql/statement.ts';
import { array, boolean, instant, integer, nullable, text, uuid } from '../../../sql/types.ts';
import type { RowOf } from '../../../sql/types.ts';

const waiting = { companyId: uuid, name: text, since: instant, erasures: integer };

export type WaitingOverwrite = RowOf<typeof waiting>;

export const listWaitingOverwrites = systemStatement.list({
  text: `select ${columns(waiting)} from waiting_overwrites where since < $before order by name, company_id`,
  params: { before: instant },
  row: waiting,
});

/** The same of deleted companies, whose rows are gone. */
export const listDeletionOverwrites = systemStatement.list({
  text: `
    select id as "companyId", unnest(waiting_overwrites) as name from company_deletions
    where deleted_at < $before order by name, id`,
  params: { before: instant },
  row: { companyId: uuid, name: text },
});

export const updateDeletionOverwrites = systemStatement.run({
  text: `
    update company_deletions set waiting_overwrites =
      array(select name from unnest(waiting_overwrites) as t (name) where name <> all($names::text[]))
    where id = any($companyIds::uuid[])`,
  params: { companyIds: array(uuid), names: array(text) },
});

const written = { companyIds: array(uuid), names: array(text), counts: array(integer) };
const rows = 'unnest($companyIds::uuid[], $names::text[], $counts::int4[]) as t (company_id, name, count)';

/** Those in which nothing was erased after they were listed. */
export const deleteWaitingOverwrites = systemStatement.run({
  text: `
    delete from waiting_overwrites w using ${rows}
    where w.company_id = t.company_id and w.name = t.name and w.erasures = t.count`,
  params: written,
});

/** Those in which something was erased since they were listed wait from then on. */
export const updateWaitingOverwrites = systemStatement.run({
  text: `
    update waiting_overwrites w set since = $since from ${rows}
    where w.company_id = t.company_id and w.name = t.name and w.erasures > t.count`,
  params: { ...written, since: instant },
});

const run = {
  id: uuid,
  startedAt: instant,
  finishedAt: instant,
  tables: integer,
  longestLockMs: integer,
  isLogDropped: boolean,
  /** Why tables still wait; null where none does. */
  error: nullable(text),
};

export type OverwriteRun = RowOf<typeof run>;

export const createOverwriteRun = systemStatement.run({
  text: `
    insert into overwrite_runs (${columnNames(run)}) values (${Object.keys(run)
      .map((name) => `$${name}`)
      .join(', ')})`,
  params: run,
});

export const deleteOldOverwriteRuns = systemStatement.run({
  text: 'delete from overwrite_runs where started_at < $before',
  params: { before: instant },
});

/** Erasures that ended before, and of which no table waits. */
export const finishOverwrites = statement.list({
  text: `
    update erasures e set overwritten_at = $now
    where e.company_id = $companyId and e.overwritten_at is null and e.finished_at <= $before and not exists (
      select from waiting_overwrites w where w.company_id = $companyId and w.since <= e.finished_at)
    returning e.id`,
  params: { now: instant, before: instant },
  row: { id: uuid },
});

export const updateCertificate = statement.run({
  text: 'update erasures set certificate = $certificate where company_id = $companyId and id = $id',
  params: { id: uuid, certificate: text },
});
