import type { InvoiceDocument } from './invoice-document.ts';

/** Runs where drawing holds up no request. */
export const renderInvoiceTask = { module: import.meta.url, run: renderInvoice };

/** Loads its libraries with the first invoice, because PDF and fonts take megabytes of a portal at rest. */
export async function renderInvoice(invoice: InvoiceDocument, options?: { compress?: boolean }): Promise<Uint8Array> {
  const { drawInvoice } = await import('./draw-invoice.ts');
  return drawInvoice(invoice, options);
}
