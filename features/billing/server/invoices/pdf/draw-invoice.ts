import { drawHead, getTitle } from './draw-head.ts';
import { drawLines } from './draw-lines.ts';
import { drawCredit, drawPayment } from './draw-payment.ts';
import { embedEInvoice } from './embed-e-invoice.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { createSheet, finishSheet, inks, inner, page, type Sheet } from './sheet.ts';

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
  drawFeet(sheet, invoice);
  if (invoice.eInvoice) embedEInvoice(sheet.pdf, invoice.eInvoice, invoice.madeAt);
  return finishSheet(sheet);
}

/** Draws the foot of every page last, because it names the number of pages. */
function drawFeet(sheet: Sheet, { seller, contact, number }: InvoiceDocument): void {
  const { pdf } = sheet;
  const { count } = pdf.bufferedPageRange();
  const y = page.height - page.foot + 16;
  const style = { size: 7, color: inks.faint } as const;
  const x = inner.left + inner.width * 0.6;
  for (let place = 0; place < count; place += 1) {
    pdf.switchToPage(place);
    sheet.decorate(() => {
      sheet.rule(y - 8);
      sheet.write(`${seller.name} · ${contact}`, y, { x: inner.left, width: inner.width * 0.6, ...style });
      const end = `${number} · page ${place + 1} of ${count}`;
      sheet.write(end, y, { x, width: inner.width * 0.4, align: 'right', ...style });
    });
  }
}
