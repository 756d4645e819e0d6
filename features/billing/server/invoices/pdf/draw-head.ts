import { formatMonth, formatShortDay } from '#contract/calendar/formats.ts';
import { drawFacts, drawParty, drawTitle, rightColumn } from '#server/lib/pdf/parts.ts';
import type { Correction, InvoiceDocument } from './invoice-document.ts';
import { inks, inner, type Sheet } from '#server/lib/pdf/sheet.ts';

/** Half of the recommended size of a logo, in points. */
const logo = { width: 124, height: 32 } as const;

/** The kind of the paper. */
export const getTitle = ({ correction }: Pick<InvoiceDocument, 'correction'>) =>
  correction ? 'Credit note' : 'Invoice';

/** Draws both parties, the number and the dates. Returns the top of the table. */
export function drawHead(sheet: Sheet, invoice: InvoiceDocument): number {
  const { pdf } = sheet;
  const top = drawTitle(sheet, { product: invoice.product, title: getTitle(invoice), below: invoice.number });
  const customerTop = invoice.logo === null ? top : top + logo.height + 10;
  const picture = invoice.logo;
  if (picture) {
    const fit: [number, number] = [logo.width, logo.height];
    sheet.figure(`Logo of ${invoice.customer.name}`, () => pdf.image(Buffer.from(picture), inner.left, top, { fit }));
  }
  const customerEnd = drawParty(sheet, 'Billed to', invoice.customer, { x: inner.left, y: customerTop });
  const sellerEnd = drawParty(sheet, 'From', invoice.seller, { x: rightColumn, y: top });
  return drawInvoiceFacts(sheet, invoice, Math.max(customerEnd, sellerEnd) + 14);
}

function drawInvoiceFacts(
  sheet: Sheet,
  { issueDate, dueDate, period, customerReference, correction }: InvoiceDocument,
  y: number,
): number {
  const facts: [string, string][] = [['Issue date', formatShortDay(issueDate)]];
  if (!correction) facts.push(['Due date', formatShortDay(dueDate)]);
  if (period !== null) facts.push(['Period', formatMonth(period)]);
  if (customerReference !== null) facts.push(['Your reference', customerReference]);
  const end = drawFacts(sheet, facts, y);
  return correction ? drawCorrection(sheet, correction, end) : end;
}

function drawCorrection(sheet: Sheet, { number, issueDate, reason }: Correction, y: number): number {
  const box = { x: inner.left, width: inner.width };
  const next = sheet.write(`Corrects invoice ${number} of ${formatShortDay(issueDate)}`, y, {
    ...box,
    size: 10,
    weight: 'strong',
  });
  return sheet.write(`Reason: ${reason}`, next + 2, { ...box, color: inks.soft }) + 12;
}
