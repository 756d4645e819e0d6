import type { Uses } from '#server/portal/portal.ts';
import { DatabaseUnavailable } from '#server/database/connection/errors.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { newFileKey } from '#server/lib/crypto/file-keys.ts';
import { getCustomer, type StoredInvoice } from '../invoices.repository.ts';
import { findCustomerLogo, toDocument, toPaper, type DocumentInput } from '../issue-document.ts';
import type { Paper } from '../pdf/invoice-document.ts';
import { renderInvoiceTask } from '../pdf/render-invoice.ts';

export const pdfType = 'application/pdf';

/** Runs a transaction that issues papers. Deletes their stored PDFs where it fails, since no invoice refers to them. */
export async function withIssuedFiles<Answer>(
  { database, files }: Uses<'database' | 'files'>,
  companyId: string,
  issue: (tx: CompanyTransaction, fileKeys: string[]) => Promise<Answer>,
): Promise<Answer> {
  const keys: string[] = [];
  try {
    return await database.inCompany(companyId, (tx) => issue(tx, keys));
  } catch (error) {
    // Keeps the files where the commit may have succeeded.
    if (!(error instanceof DatabaseUnavailable)) {
      for (const key of keys) await files.delete({ companyId, key }).catch(() => undefined);
    }
    throw error;
  }
}

interface PaperInput extends Omit<DocumentInput, 'customer' | 'logo' | 'provider'> {
  readonly companyId: string;
  /** Collects the keys of the stored files. */
  readonly fileKeys: string[];
}

/** Draws the paper of an invoice with the company as it is now, and stores its PDF before the row that will name it. */
export async function createPaper(
  { files, provider, workers }: Uses<'files' | 'workers' | 'provider'>,
  tx: CompanyTransaction,
  { companyId, fileKeys, ...input }: PaperInput,
): Promise<{ readonly paper: Paper } & Record<'pdfKey', string> & Pick<StoredInvoice, 'reference'>> {
  const customer = await getCustomer(tx);
  const logo = await findCustomerLogo(files, companyId, customer);
  const document = toDocument({ ...input, customer, logo, provider });
  const pdfKey = newFileKey();
  fileKeys.push(pdfKey);
  const pdf = await workers.run(renderInvoiceTask, document, { companyId, size: Infinity });
  await files.put({ companyId, key: pdfKey }, pdf, pdfType);
  return { pdfKey, paper: toPaper(document), reference: input.invoice.reference };
}
