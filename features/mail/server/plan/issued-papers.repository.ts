import { statement } from '#server/sql/statement.ts';
import { boolean, date, instant, integer, nullable, text, uuid } from '#server/sql/types.ts';

const paper = {
  id: uuid,
  number: text,
  month: nullable(date),
  dueDate: date,
  total: integer,
  net: nullable(integer),
  vat: nullable(integer),
  corrects: nullable(text),
  reason: nullable(text),
  hasXml: boolean,
};

const selectPapers = `
  select id, invoice_id as number, period as month, due_date as "dueDate", total_ten_thousandths as total,
    (vat->>'net')::bigint as net, (vat->>'amount')::bigint as vat,
    (select c.invoice_id from invoices c where c.company_id = $companyId and c.id = i.corrects_id) as corrects,
    correction_reason as reason, coalesce(paper->'eInvoice' is not null, false) as "hasXml"
  from invoices i`;

/** The invoices and credit notes that the provider has issued since an instant, oldest first, without those of days long ago. */
export const listIssuedPapers = statement.list({
  text: `
    ${selectPapers}
    where i.company_id = $companyId and not i.is_own and i.created_at >= $since
      and coalesce(i.period + interval '1 month', i.issue_date) >= i.created_at - interval '62 days'
    order by i.created_at, i.id`,
  params: { since: instant },
  row: paper,
});

/** One of them, of any day; undefined also for a record of the company. */
export const findIssuedPaper = statement.find({
  text: `${selectPapers} where i.company_id = $companyId and not i.is_own and i.id = $id`,
  params: { id: uuid },
  row: paper,
});
