import { toInvoiceFileName, xmlEndings } from '#features/billing/contract/invoice-file-name.ts';
import type { Invoice, InvoiceSyntax } from '#features/billing/contract/invoices.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useInvoiceXml } from './invoices.queries.ts';

/** Saves an invoice as XML under its number; `problem` says why the last attempt failed. */
export function useDownloadXml() {
  const xml = useInvoiceXml();
  async function downloadXml({ _id, invoiceId }: Pick<Invoice, '_id' | 'invoiceId'>, syntax: InvoiceSyntax) {
    const file = await xml.mutateAsync({ params: { _id }, query: { syntax } }).catch(() => undefined);
    if (file) saveFile(file, toInvoiceFileName(invoiceId, xmlEndings[syntax]));
  }
  const problem = xml.error === null ? undefined : toErrorWords(xml.error);
  return { downloadXml, problem, downloading: xml.isPending ? xml.variables.query?.syntax : undefined };
}
