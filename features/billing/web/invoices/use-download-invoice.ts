import { toInvoiceFileName } from '#features/billing/contract/invoice-file-name.ts';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useInvoicePdf } from './invoices.queries.ts';

/** Saves the PDF under the invoice's number. */
export function useDownloadInvoice() {
  const pdf = useInvoicePdf();
  async function download({ _id, invoiceId }: Pick<Invoice, '_id' | 'invoiceId'>) {
    try {
      saveFile(await pdf.mutateAsync({ params: { _id } }), toInvoiceFileName(invoiceId));
    } catch (error) {
      // oxlint-disable-next-line no-console -- section 8: an error of this download is only logged
      console.error(error);
    }
  }
  return { download, isDownloading: pdf.isPending };
}
