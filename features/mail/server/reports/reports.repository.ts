import type { ReportPart, ReportPeriod } from '#features/mail/contract/report-values.ts';
import { assignments, columns, insertValues } from '#server/sql/columns.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import {
  array,
  boolean,
  date,
  instant,
  integer,
  nullable,
  text,
  textOf,
  uuid,
  type ParamsOf,
  type RowOf,
} from '#server/sql/types.ts';

const form = {
  name: text,
  userId: uuid,
  weekday: nullable(integer),
  hour: integer,
  period: textOf<ReportPeriod>(),
  parts: array(textOf<ReportPart>()),
  technicalUsers: boolean,
  attachesUsage: boolean,
  isEnabled: boolean,
};

const values = { ...form, doneDay: date };
const record = { id: uuid, ...values, lastSentAt: nullable(instant), version: integer };

/** The person of a report. */
const person = { firstName: text, lastName: text, email: text, isActive: boolean };
const stored = { ...record, ...person };

export type ReportValues = ParamsOf<typeof form>;
export type StoredReport = RowOf<typeof stored>;

const selected = `${columns(record, 'r')}, u.first_name as "firstName", u.last_name as "lastName", u.email,
  u.deactivated_at is null as "isActive"`;
const joined = `mail_reports r join users u on u.company_id = r.company_id and u.id = r.user_id`;

/** Lists the reports of one user, or of the company where `userId` is null, by name. */
export const listReports = statement.list({
  text: `
    select ${selected} from ${joined}
    where r.company_id = $companyId and ($userId::uuid is null or r.user_id = $userId)
    order by lower(r.name), lower(u.last_name), lower(u.first_name), r.id`,
  params: { userId: nullable(uuid) },
  row: stored,
});

const selectReport = `select ${selected} from ${joined} where r.company_id = $companyId and r.id = $id`;
export const findReport = statement.find({ text: selectReport, params: { id: uuid }, row: stored });
const getReport = statement.get({ text: selectReport, params: { id: uuid }, row: stored });

const lockRecord = statement.find({
  text: 'select id from mail_reports where company_id = $companyId and id = $id for update',
  params: { id: uuid },
  row: { id: uuid },
});

/** Locks the report until the transaction ends. */
export async function lockReport(tx: CompanyTransaction, id: string): Promise<StoredReport | undefined> {
  return (await lockRecord(tx, { id })) && getReport(tx, { id });
}

/** Reports of one person are created one after the other, so that none is created beyond the limit. */
export const lockReportsOfUser = statement.run({
  text: `select from pg_advisory_xact_lock(hashtextextended('mail-reports:' || ($userId::uuid)::text, 0))`,
  params: { userId: uuid },
});

/** Without one of them. */
export const countReports = statement.get({
  text: `
    select count(*)::integer as count from mail_reports
    where company_id = $companyId and user_id = $userId and id is distinct from $exceptId::uuid`,
  params: { userId: uuid, exceptId: nullable(uuid) },
  row: { count: integer },
});

const creation = { ...values, createdAt: instant, updatedAt: instant };

const createRecordStatement = statement({
  text: `insert into mail_reports ${insertValues(creation)} returning id`,
  params: creation,
  row: { id: uuid },
});

export async function createReport(tx: CompanyTransaction, params: ParamsOf<typeof creation>): Promise<StoredReport> {
  const { id } = await tx.get(createRecordStatement, params);
  return getReport(tx, { id });
}

const updateRecord = statement.run({
  text: `
    update mail_reports set ${assignments(values)}, version = version + 1, updated_at = $now
    where company_id = $companyId and id = $id`,
  params: { ...values, id: uuid, now: instant },
});

/** Writes a report that this transaction has locked. */
export async function updateReport(
  tx: CompanyTransaction,
  params: ParamsOf<typeof values> & { id: string; now: Date },
): Promise<StoredReport> {
  await updateRecord(tx, params);
  return getReport(tx, { id: params.id });
}

export const deleteReport = statement.run({
  text: 'delete from mail_reports where company_id = $companyId and id = $id',
  params: { id: uuid },
});

const claimRunStatement = statement({
  text: `
    update mail_reports set done_day = $day, last_sent_at = case when $isSent then $now else last_sent_at end
    where company_id = $companyId and id = $id and version = $version and is_enabled and done_day < $day`,
  params: { id: uuid, version: integer, day: date, now: instant, isSent: boolean },
});

/**
 * Whether this transaction sends the run of a day: a concurrent one with the same run waits here and finds it sent. False
 * also for a report that was changed since it was read.
 */
export async function claimRun(
  tx: CompanyTransaction,
  params: { id: string; version: number; day: string; now: Date; isSent: boolean },
): Promise<boolean> {
  return (await tx.run(claimRunStatement, params)) > 0;
}

const due = { companyId: uuid, timeZone: text, ...record };

/** A report that may be due, with its company. */
export type DueReport = RowOf<typeof due>;

/**
 * The enabled reports of active people in companies that get notifications, whose next run may be due: not those whose last
 * run was less than almost a week or month before the day, which is that of the earliest zone.
 */
export const listDueReports = systemStatement.list({
  text: `
    select c.id as "companyId", c.time_zone as "timeZone", ${columns(record, 'r')}
    from mail_reports r
    join companies c on c.id = r.company_id
    join users u on u.company_id = r.company_id and u.id = r.user_id
    where r.is_enabled and r.done_day <= $today::date - case when r.weekday is null then 27 else 6 end
      and u.deactivated_at is null and c.status = 'active' and (c.suspended_from is null or c.suspended_from > $now)
      and company_is_proven(c.id)
    order by c.id, r.id`,
  params: { today: date, now: instant },
  row: due,
});
