import { columns, insertValues } from '#server/sql/columns.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import { date, instant, integer, json, nullable, text, uuid } from '#server/sql/types.ts';
import type { DeletionFacts } from './certificate.ts';

export const listDueDeletions = systemStatement.list({
  text: 'select id, name from companies where deletion_due_at <= $now and not is_provider order by deletion_due_at, id',
  params: { now: instant },
  row: { id: uuid, name: text },
});

export const findProvider = systemStatement.find({
  text: 'select id, name from companies where is_provider order by created_at, id limit 1',
  row: { id: uuid, name: text },
});

const deletion = {
  id: uuid,
  companyName: text,
  deletedAt: instant,
  facts: json<DeletionFacts>(),
  certificate: nullable(text),
  finishedAt: nullable(instant),
};

/** The latest first. */
export const listDeletions = systemStatement.list({
  text: `select ${columns(deletion)} from company_deletions order by deleted_at desc, id`,
  row: deletion,
});

export const findCertificate = systemStatement.find({
  text: 'select company_name as "companyName", certificate from company_deletions where id = $id',
  params: { id: uuid },
  row: { companyName: text, certificate: nullable(text) },
});

/** Keeps the certificate that another portal has signed. */
export const finishDeletion = systemStatement({
  text: `
    update company_deletions set certificate = $certificate, finished_at = $finishedAt
    where id = $id and certificate is null`,
  params: { id: uuid, certificate: text, finishedAt: instant },
});

/** The backups that have a file, the latest first. */
export const listMadeBackups = systemStatement.list({
  text: 'select file, started_at as "startedAt" from backups where file is not null order by started_at desc',
  row: { file: nullable(text), startedAt: instant },
});

/** The provider's invoices and credit notes of a company; what a credit note gives back is below 0. */
export const listIssuedInvoices = statement.list({
  text: `
    select id, invoice_id as "invoiceId", issue_date as "issueDate",
      case when kind = 'creditNote' then -1 else 1 end * total_ten_thousandths as "totalTenThousandths"
    from invoices where company_id = $companyId and not is_own order by issue_date, id`,
  row: { id: uuid, invoiceId: text, issueDate: date, totalTenThousandths: integer },
});

const archived = {
  id: uuid,
  customerId: uuid,
  invoiceId: text,
  issueDate: date,
  totalTenThousandths: integer,
  pdfKey: text,
  keepUntil: date,
};

/** In the transaction of the provider. A repeated deletion archives the same again. */
export const createArchivedInvoice = statement.run({
  text: `insert into archived_invoices ${insertValues(archived)} on conflict (company_id, id) do nothing`,
  params: archived,
});

export const listArchivedInvoices = statement.list({
  text: `select ${columns(archived)} from archived_invoices where company_id = $companyId order by issue_date, id`,
  row: archived,
});

export const findArchivedInvoice = statement.find({
  text: `select ${columns(archived)} from archived_invoices where company_id = $companyId and id = $id`,
  params: { id: uuid },
  row: archived,
});

export const deleteArchivedInvoice = statement.run({
  text: 'delete from archived_invoices where company_id = $companyId and id = $id',
  params: { id: uuid },
});
