import { and, asc, desc, eq } from 'drizzle-orm';
import type { Transaction } from '../../database/connection/transactions.ts';
import { invoiceLines, invoices } from '../../database/schema/invoices.ts';
import type { InvoiceValues, StoredInvoice, StoredLine } from './stored-invoice.ts';

const columns = {
  id: invoices.id,
  invoiceId: invoices.invoiceId,
  company: invoices.company,
  issueDate: invoices.issueDate,
  dueDate: invoices.dueDate,
  totalTenThousandths: invoices.totalTenThousandths,
  status: invoices.status,
  period: invoices.period,
  seriesYear: invoices.seriesYear,
  seriesNumber: invoices.seriesNumber,
  pdfKey: invoices.pdfKey,
  version: invoices.version,
};

/** Newest first. */
export function listInvoices(tx: Transaction): Promise<StoredInvoice[]> {
  return tx
    .select(columns)
    .from(invoices)
    .orderBy(desc(invoices.issueDate), desc(invoices.createdAt), desc(invoices.invoiceId));
}

export async function findInvoice(tx: Transaction, id: string): Promise<StoredInvoice | undefined> {
  const [invoice] = await tx.select(columns).from(invoices).where(eq(invoices.id, id));
  return invoice;
}

/** The same, and nobody else can change it until the transaction ends. */
export async function lockInvoice(tx: Transaction, id: string): Promise<StoredInvoice | undefined> {
  const [invoice] = await tx.select(columns).from(invoices).where(eq(invoices.id, id)).for('update');
  return invoice;
}

export function listLines(tx: Transaction, id: string): Promise<StoredLine[]> {
  return tx
    .select({
      description: invoiceLines.description,
      skillId: invoiceLines.skillId,
      requests: invoiceLines.requests,
      priceTenThousandths: invoiceLines.priceTenThousandths,
      totalTenThousandths: invoiceLines.totalTenThousandths,
    })
    .from(invoiceLines)
    .where(eq(invoiceLines.invoiceId, id))
    .orderBy(asc(invoiceLines.position));
}

export async function insertInvoice(
  tx: Transaction,
  values: InvoiceValues & Partial<StoredInvoice>,
  now: Date,
): Promise<StoredInvoice> {
  const [invoice] = await tx
    .insert(invoices)
    .values({ ...values, createdAt: now, updatedAt: now })
    .returning(columns);
  if (!invoice) throw new Error('the insert returned no row');
  return invoice;
}

/** Writes an invoice that this transaction has locked. */
export async function updateInvoice(
  tx: Transaction,
  { id, version }: Pick<StoredInvoice, 'id' | 'version'>,
  values: InvoiceValues,
  now: Date,
): Promise<StoredInvoice> {
  const [invoice] = await tx
    .update(invoices)
    .set({ ...values, version: version + 1, updatedAt: now })
    .where(and(eq(invoices.id, id), eq(invoices.version, version)))
    .returning(columns);
  if (!invoice) throw new Error('the locked invoice was changed by somebody else');
  return invoice;
}

/** Its lines go with it, and what it billed is open again. */
export async function deleteInvoice(tx: Transaction, id: string): Promise<void> {
  await tx.delete(invoices).where(eq(invoices.id, id));
}
