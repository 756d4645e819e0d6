import { assignments, columns, insertValues } from '../../sql/columns.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { statement } from '../../sql/statement.ts';
import { array, date, instant, integer, nullable, text, textOf, uuid } from '../../sql/types.ts';
import type { ParamsOf, RowOf } from '../../sql/types.ts';

/** The values of a form. */
const values = {
  invoiceId: text,
  company: text,
  issueDate: date,
  dueDate: date,
  totalTenThousandths: integer,
  status: textOf<'Pending' | 'Paid'>(),
};

const created = {
  ...values,
  period: nullable(date),
  seriesYear: nullable(integer),
  seriesNumber: nullable(integer),
  pdfKey: nullable(text),
};

const stored = { id: uuid, ...created, version: integer };

export type InvoiceValues = ParamsOf<typeof values>;
export type StoredInvoice = RowOf<typeof stored>;

const listInvoicesStatement = statement({
  text: `
    select ${columns(stored)} from invoices where company_id = $companyId
    order by issue_date desc, created_at desc, invoice_id desc`,
  row: stored,
});

/** Newest first. */
export function listInvoices(tx: CompanyTransaction): Promise<StoredInvoice[]> {
  return tx.list(listInvoicesStatement);
}

const selectInvoice = `select ${columns(stored)} from invoices where company_id = $companyId and id = $id`;
const findInvoiceStatement = statement({ text: selectInvoice, params: { id: uuid }, row: stored });

export function findInvoice(tx: CompanyTransaction, id: string): Promise<StoredInvoice | undefined> {
  return tx.find(findInvoiceStatement, { id });
}

const lockInvoiceStatement = statement({ text: `${selectInvoice} for update`, params: { id: uuid }, row: stored });

/** Locks the invoice until the transaction ends. */
export function lockInvoice(tx: CompanyTransaction, id: string): Promise<StoredInvoice | undefined> {
  return tx.find(lockInvoiceStatement, { id });
}

const line = {
  description: text,
  skillId: nullable(uuid),
  requests: nullable(integer),
  priceTenThousandths: nullable(integer),
  totalTenThousandths: integer,
};

export type StoredLine = RowOf<typeof line>;

const listLinesStatement = statement({
  text: `
    select ${columns(line)} from invoice_lines where company_id = $companyId and invoice_id = $id order by position`,
  params: { id: uuid },
  row: line,
});

export function listLines(tx: CompanyTransaction, id: string): Promise<StoredLine[]> {
  return tx.list(listLinesStatement, { id });
}

const createInvoiceParams = { ...created, createdAt: instant, updatedAt: instant };

const createInvoiceStatement = statement({
  text: `insert into invoices ${insertValues(createInvoiceParams)} returning ${columns(stored)}`,
  params: createInvoiceParams,
  row: stored,
});

export function createInvoice(
  tx: CompanyTransaction,
  invoice: InvoiceValues & Partial<ParamsOf<typeof created>>,
  now: Date,
): Promise<StoredInvoice> {
  const enteredByHand = { period: null, seriesYear: null, seriesNumber: null, pdfKey: null };
  return tx.get(createInvoiceStatement, { ...enteredByHand, ...invoice, createdAt: now, updatedAt: now });
}

const updateInvoiceStatement = statement({
  text: `
    update invoices set ${assignments(values)}, version = version + 1, updated_at = $now
    where company_id = $companyId and id = $id returning ${columns(stored)}`,
  params: { ...values, id: uuid, now: instant },
  row: stored,
});

/** Writes an invoice that this transaction has locked. */
export function updateInvoice(
  tx: CompanyTransaction,
  id: string,
  invoice: InvoiceValues,
  now: Date,
): Promise<StoredInvoice> {
  return tx.get(updateInvoiceStatement, { ...invoice, id, now });
}

const deleteInvoiceStatement = statement({
  text: 'delete from invoices where company_id = $companyId and id = $id',
  params: { id: uuid },
});

/** Deletes the lines too; the billed usage becomes unbilled. */
export async function deleteInvoice(tx: CompanyTransaction, id: string): Promise<void> {
  await tx.run(deleteInvoiceStatement, { id });
}

const customer = { name: text, vatNumber: nullable(text), addressLines: array(text) };

/** The fields of the company that its invoices name. */
export type Customer = RowOf<typeof customer>;

const getCustomerStatement = statement({
  text: `
    select name, vat_number as "vatNumber", array_remove(array[
      nullif(address_1, ''), nullif(address_2, ''), nullif(concat_ws(' ', zip, city), ''), nullif(region, ''),
      nullif(country, '')], null) as "addressLines"
    from companies where id = $companyId`,
  row: customer,
});

/** The company as it is now. */
export function getCustomer(tx: CompanyTransaction): Promise<Customer> {
  return tx.get(getCustomerStatement);
}
