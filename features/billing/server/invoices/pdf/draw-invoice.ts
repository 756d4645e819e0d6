import { drawFeet } from '#server/lib/pdf/parts.ts';
import { createSheet, finishSheet } from '#server/lib/pdf/sheet.ts';
import { drawHead, getTitle } from './draw-head.ts';
import { drawLines } from './draw-lines.ts';
import { drawCredit, drawPayment } from './draw-payment.ts';
import { embedEInvoice } from './embed-e-invoice.ts';
import type { InvoiceDocument } from './invoice-document.ts';

/** The invoice or credit note as PDF/A-3b (ISO 19005-3): embedded fonts, no scripts, no links; with its XML it is a Factur-X. */
export function drawInvoice(invoice: InvoiceDocument, { compress = true } = {}): Promise<Uint8Array> {
  const sheet = createSheet({
    title: `${getTitle(invoice)} ${invoice.number}`,
    author: invoice.seller.name,
    madeAt: invoice.madeAt,
    compress,
  });
  const linesTop = drawHead(sheet, invoice);
  const paymentTop = drawLines(sheet, invoice, linesTop);
  if (invoice.correction) drawCredit(sheet, paymentTop);
  else drawPayment(sheet, invoice, paymentTop);
  drawFeet(sheet, { left: `${invoice.seller.name} · ${invoice.contact}`, right: invoice.number });
  if (invoice.eInvoice) embedEInvoice(sheet.pdf, invoice.eInvoice, invoice.madeAt);
  return finishSheet(sheet);
}
