import { columns, insertValues } from '#server/sql/columns.ts';
import { statement } from '#server/sql/statement.ts';
import { date, instant, integer, nullable, text, uuid, type RowOf } from '#server/sql/types.ts';

const deleted = {
  id: uuid,
  invoiceId: text,
  period: date,
  issueDate: date,
  dueDate: date,
  totalTenThousandths: integer,
  seriesYear: nullable(integer),
  seriesNumber: nullable(integer),
  deletedAt: instant,
};

/** A deleted invoice of a closed month: what is the same when it is issued again. */
export type StoredDeletedInvoice = RowOf<typeof deleted>;

export const listDeletedInvoices = statement.list({
  text: `select ${columns(deleted)} from deleted_invoices where company_id = $companyId order by period desc`,
  row: deleted,
});

export const lockDeletedInvoice = statement.find({
  text: `select ${columns(deleted)} from deleted_invoices where company_id = $companyId and id = $id for update`,
  params: { id: uuid },
  row: deleted,
});

export const keepDeletedInvoice = statement.run({
  text: `insert into deleted_invoices ${insertValues(deleted)}`,
  params: deleted,
});

/** Before it is issued again. */
export const forgetDeletedInvoice = statement.run({
  text: 'delete from deleted_invoices where company_id = $companyId and id = $id',
  params: { id: uuid },
});
