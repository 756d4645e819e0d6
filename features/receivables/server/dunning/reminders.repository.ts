import { isOwed, owedOfInvoice } from '#domain/ledger/owed-invoices.sql.ts';
import { columns } from '#server/sql/columns.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import { date, instant, integer, nullable, text, uuid, type RowOf } from '#server/sql/types.ts';

/* Those of all companies are not joined with the companies, so that a distributed PostgreSQL does the work of each shard on its server. */

/** The companies that get reminders: active, with a proven address, and not suspended. */
export const listRemindedCompanies = systemStatement.list({
  text: `
    select id, name, time_zone as "timeZone" from companies
    where status = 'active' and not is_provider and (suspended_from is null or suspended_from > $now) and company_is_proven(id)`,
  params: { now: instant },
  row: { id: uuid, name: text, timeZone: text },
});

/** The invoices of all companies of which something is owed, up to a due day. */
export const listOwedInvoices = systemStatement.list({
  text: `
    select company_id as "companyId", id, invoice_id as number, due_date as "dueDay", ${owedOfInvoice} as open
    from invoices where ${isOwed} and due_date <= $latest::date order by due_date, invoice_id, id`,
  params: { latest: date },
  row: { companyId: uuid, id: uuid, number: text, dueDay: date, open: integer },
});

/** The reminders that were sent for those invoices. */
export const listSentOfOwed = systemStatement.list({
  text: `
    select company_id as "companyId", invoice_id as "invoiceId", level_id as "levelId", days
    from sent_reminders where (company_id, invoice_id) in (select company_id, id from invoices where ${isOwed})`,
  row: { companyId: uuid, invoiceId: uuid, levelId: uuid, days: integer },
});

/** The rest that is owed for an invoice, which is locked until the transaction ends, so that it is not paid at the same time. */
export const lockOwedInvoice = statement.find({
  text: `
    select invoice_id as number, due_date as "dueDay", total_ten_thousandths as total, ${owedOfInvoice} as open
    from invoices where company_id = $companyId and id = $id and ${isOwed} for share`,
  params: { id: uuid },
  row: { number: text, dueDay: date, total: integer, open: integer },
});

/** Whether reminders of an invoice are stopped on a day. */
export const findStopOfInvoice = statement.find({
  text: `
    select id from reminder_stops
    where company_id = $companyId and (invoice_id is null or invoice_id = $invoiceId) and (until is null or until >= $today::date)`,
  params: { invoiceId: uuid, today: date },
  row: { id: uuid },
});

const sent = { days: integer, subject: text, openTenThousandths: integer, sentAt: instant };

/** Nothing where the level was sent for the invoice before. A concurrent transaction waits here for the end of this one. */
export const createSentReminder = statement.find({
  text: `
    insert into sent_reminders (company_id, invoice_id, level_id, days, subject, open_ten_thousandths, sent_at)
    values ($companyId, $invoiceId, $levelId, $days, $subject, $openTenThousandths, $sentAt)
    on conflict do nothing returning days`,
  params: { invoiceId: uuid, levelId: uuid, ...sent },
  row: { days: integer },
});

/** The reminders of an invoice; none also where it is not there. */
export const listSentReminders = statement.list({
  text: `
    select ${columns(sent)} from sent_reminders where company_id = $companyId and invoice_id = $invoiceId order by sent_at, days`,
  params: { invoiceId: uuid },
  row: sent,
});

export const findInvoice = statement.find({
  text: 'select id from invoices where company_id = $companyId and id = $id',
  params: { id: uuid },
  row: { id: uuid },
});

const stop = {
  id: uuid,
  companyId: uuid,
  invoiceId: nullable(uuid),
  reason: text,
  until: nullable(date),
  createdBy: text,
  createdAt: instant,
};

export type StoredStop = RowOf<typeof stop>;

const listStopsStatement = systemStatement({
  text: `
    select ${columns(stop, 's')}, c.name as "companyName", i.invoice_id as "invoiceNumber"
    from reminder_stops s join companies c on c.id = s.company_id
    left join invoices i on i.company_id = s.company_id and i.id = s.invoice_id
    where $id::uuid is null or s.id = $id
    order by c.name, c.id, i.invoice_id nulls first`,
  params: { id: nullable(uuid) },
  row: { ...stop, companyName: text, invoiceNumber: nullable(text) },
});

/** The stops of all companies, or one of them. */
export const listStops = (tx: Parameters<typeof listRemindedCompanies>[0], id?: string) =>
  tx.list(listStopsStatement, { id: id ?? null });

/** The company of a stop, or of an invoice of it that the provider has issued; undefined where it is not there. */
export const findStoppable = systemStatement.find({
  text: `
    select c.name as "companyName" from companies c
    where c.id = $companyId and company_is_proven(c.id) and ($invoiceId::uuid is null or exists (
      select from invoices i where i.company_id = $companyId and i.id = $invoiceId and not i.is_own and i.kind = 'invoice'))`,
  params: { companyId: uuid, invoiceId: nullable(uuid) },
  row: { companyName: text },
});

/** Deletes the stop of a company or of an invoice. */
export const deleteStopOf = systemStatement.run({
  text: 'delete from reminder_stops where company_id = $companyId and invoice_id is not distinct from $invoiceId::uuid',
  params: { companyId: uuid, invoiceId: nullable(uuid) },
});

export const createStop = systemStatement.get({
  text: `
    insert into reminder_stops (company_id, invoice_id, reason, until, created_by, created_at)
    values ($companyId, $invoiceId, $reason, $until, $createdBy, $createdAt) returning id`,
  params: {
    companyId: uuid,
    invoiceId: nullable(uuid),
    reason: text,
    until: nullable(date),
    createdBy: text,
    createdAt: instant,
  },
  row: { id: uuid },
});

export const deleteStop = systemStatement.run({
  text: 'delete from reminder_stops where company_id = $companyId and id = $id',
  params: { companyId: uuid, id: uuid },
});
