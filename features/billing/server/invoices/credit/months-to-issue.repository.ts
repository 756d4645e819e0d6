import { isCredited, leftOfInvoice } from '#domain/ledger/owed-invoices.sql.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, date, instant, integer, nullable, text, uuid, type RowOf } from '#server/sql/types.ts';

const monthToIssue = {
  id: uuid,
  invoiceId: text,
  period: date,
  totalTenThousandths: integer,
  since: instant,
  /** Whether number and dates stay, as of an invoice that was deleted before there were credit notes. */
  keepsNumber: boolean,
  issueDate: date,
  dueDate: date,
  seriesYear: nullable(integer),
  seriesNumber: nullable(integer),
};

/** A month whose invoices were all credited wholly, by the newest of them, or whose invoice was deleted. */
export type StoredMonthToIssue = RowOf<typeof monthToIssue>;

/** Months that have no invoice and wait until the provider issues it again. */
const monthsToIssue = `
  select id, invoice_id as "invoiceId", period, total_ten_thousandths as "totalTenThousandths", deleted_at as since,
    true as "keepsNumber", issue_date as "issueDate", due_date as "dueDate", series_year::int as "seriesYear",
    series_number as "seriesNumber"
  from deleted_invoices where company_id = $companyId
  union all
  select id, invoice_id, period, total_ten_thousandths, updated_at, false, issue_date, due_date, series_year::int, series_number
  from (
    select distinct on (period) *, bool_or(${leftOfInvoice} > 0) over (partition by period) as has_invoice
    from invoices where company_id = $companyId and period is not null order by period, created_at desc, series_year desc, series_number desc
  ) newest
  where not has_invoice and ${isCredited}`;

export const listMonthsToIssue = statement.list({
  text: `select * from (${monthsToIssue}) months order by period desc`,
  row: monthToIssue,
});

export const findMonthToIssue = statement.find({
  text: `select * from (${monthsToIssue}) months where id = $id`,
  params: { id: uuid },
  row: monthToIssue,
});

/** The same as an array of first days, in a statement on the company. */
export const arrayOfMonthsToIssue = `array(select period::text from (${monthsToIssue}) months order by period)`;

/** Before it is issued again. */
export const forgetDeletedInvoice = statement.run({
  text: 'delete from deleted_invoices where company_id = $companyId and id = $id',
  params: { id: uuid },
});
