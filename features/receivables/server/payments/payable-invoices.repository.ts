import { isOwed, owedOfInvoice } from '#domain/ledger/owed-invoices.sql.ts';
import { systemStatement } from '#server/sql/statement.ts';
import { array, date, integer, nullable, text, uuid, type RowOf } from '#server/sql/types.ts';

/* Invoices of the provider, of whichever customer. Each statement is bounded by what it is asked for, and has an index (migration 0044). */

/** The letters and digits of a number, as `listKeys` writes them. An index has the same expression. */
const numberKey = `upper(regexp_replace(normalize(invoice_id, nfkd), '[^A-Za-z0-9]', '', 'g'))`;

/** @param condition on the columns of `invoices` */
const select = (condition: string) => `
    select i.company_id as "customerId", i.id, i.invoice_id as number, i.reference, i.issue_date as "issueDay", i.due_date as "dueDay",
      c.name as "companyName", case when i.status = 'Pending' then greatest(${owedOfInvoice}, 0) else 0 end as owed
    from (select * from invoices where not is_own and kind = 'invoice' and ${condition}) i
    join companies c on c.id = i.company_id`;

const payable = {
  customerId: uuid,
  id: uuid,
  number: text,
  reference: nullable(text),
  issueDay: date,
  dueDay: date,
  companyName: text,
  owed: integer,
};

export type PayableInvoiceRow = RowOf<typeof payable>;

/** The invoices that payments may name, paid ones too. */
export const listNamedInvoices = systemStatement.list({
  text: `${select(`(reference = any($references) or ${numberKey} = any($numbers))`)} order by i.due_date, i.id`,
  params: { references: array(text), numbers: array(text) },
  row: payable,
});

/** The open invoices of customers for exactly these amounts. */
export const listOwedInvoices = systemStatement.list({
  text: `
    ${select(`${isOwed} and company_id = any($customers) and ${owedOfInvoice} = any($amounts)`)} order by i.due_date, i.id`,
  params: { customers: array(uuid), amounts: array(integer) },
  row: payable,
});

export const findPayableInvoice = systemStatement.find({
  text: select('id = $id'),
  params: { id: uuid },
  row: payable,
});

/** The first due invoices that something is owed for: all, or those of an amount or of customers. */
export const listFirstDue = systemStatement.list({
  text: `
    ${select(`${isOwed} and ($amount::bigint is null or ${owedOfInvoice} = $amount)
      and ($customers::uuid[] is null or company_id = any($customers))`)}
    order by i.due_date, i.id limit $limit`,
  params: { amount: nullable(integer), customers: nullable(array(uuid)), limit: integer },
  row: payable,
});

/** The first due ones with a text in their number, their reference or the name of their customer, or with a sum. */
export const listFoundInvoices = systemStatement.list({
  text: `
    ${select(isOwed)}
    where $sum in (${owedOfInvoice}, i.total_ten_thousandths)
      or position(lower($search) in lower(concat_ws(' ', i.invoice_id, c.name))) > 0
      or position(upper(replace($search, ' ', '')) in i.reference) > 0
    order by i.due_date, i.id limit $limit`,
  params: { search: text, sum: nullable(integer), limit: integer },
  row: payable,
});
