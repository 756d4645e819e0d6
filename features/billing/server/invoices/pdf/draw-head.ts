import { formatMonth, formatShortDay } from '#contract/calendar/formats.ts';
import type { Correction, InvoiceDocument, Party } from './invoice-document.ts';
import { inks, inner, type Sheet } from './sheet.ts';

const half = inner.width / 2 - 12;
const rightColumn = inner.right - half;

/** Half of the recommended size of a logo, in points. */
const logo = { width: 124, height: 32 } as const;

/** Draws the portal's sign, 22 points wide, as `web/ui/drawings/logo-mark.tsx` does. */
function drawMark({ pdf }: Sheet, x: number, y: number): void {
  pdf
    .save()
    .translate(x, y)
    .scale(22 / 28);
  pdf.roundedRect(0, 0, 28, 28, 7).fill(inks.accent);
  pdf.path('M7 17.5a7 7 0 0 1 14 0Z').fill(inks.paper);
  pdf.path('M5.8 20.7h16.4M14 10.3V7.7').lineWidth(1.8).lineCap('round').stroke(inks.paper);
  pdf.circle(14, 7.2, 1.3).fill(inks.paper);
  pdf.restore();
}

/** The kind of the paper. */
export const getTitle = ({ correction }: Pick<InvoiceDocument, 'correction'>) =>
  correction ? 'Credit note' : 'Invoice';

/** Draws both parties, the number and the dates. Returns the top of the table. */
export function drawHead(sheet: Sheet, invoice: InvoiceDocument): number {
  const { pdf } = sheet;
  sheet.decorate(() => drawMark(sheet, inner.left, 38));
  sheet.write(invoice.product, 41, { x: inner.left + 30, width: half - 30, size: 13, weight: 'strong' });
  sheet.write(getTitle(invoice), 40, {
    x: rightColumn,
    width: half,
    size: 24,
    weight: 'strong',
    align: 'right',
    tag: 'H1',
  });
  const numberEnd = sheet.write(invoice.number, 72, {
    x: rightColumn,
    width: half,
    size: 10,
    color: inks.soft,
    align: 'right',
  });
  const top = Math.max(108, numberEnd + 16);
  const customerTop = invoice.logo === null ? top : top + logo.height + 10;
  const picture = invoice.logo;
  if (picture) {
    const fit: [number, number] = [logo.width, logo.height];
    sheet.figure(`Logo of ${invoice.customer.name}`, () => pdf.image(Buffer.from(picture), inner.left, top, { fit }));
  }
  const customerEnd = drawParty(sheet, 'Billed to', invoice.customer, { x: inner.left, y: customerTop });
  const sellerEnd = drawParty(sheet, 'From', invoice.seller, { x: rightColumn, y: top });
  return drawFacts(sheet, invoice, Math.max(customerEnd, sellerEnd) + 14);
}

function drawParty(sheet: Sheet, label: string, { name, lines }: Party, { x, y }: { x: number; y: number }): number {
  const box = { x, width: half };
  let next = sheet.write(label, y, { ...box, size: 8, color: inks.faint, tag: 'H2' }) + 2;
  next = sheet.write(name, next, { ...box, size: 10, weight: 'strong' });
  for (const line of lines) next = sheet.write(line, next, { ...box, color: inks.soft });
  return next;
}

function drawFacts(
  sheet: Sheet,
  { issueDate, dueDate, period, customerReference, correction }: InvoiceDocument,
  y: number,
): number {
  const facts = [
    ['Issue date', formatShortDay(issueDate)],
    ...(correction ? [] : [['Due date', formatShortDay(dueDate)]]),
    ...(period === null ? [] : [['Period', formatMonth(period)]]),
    ...(customerReference === null ? [] : [['Your reference', customerReference]]),
  ];
  sheet.rule(y);
  const width = inner.width / 4;
  const ends = facts.map(([label = '', value = ''], column) => {
    const box = { x: inner.left + column * width, width: width - 8 };
    const next = sheet.write(label, y + 10, { ...box, size: 8, color: inks.faint }) + 2;
    return sheet.write(value, next, { ...box, size: 10, weight: 'strong' });
  });
  const end = Math.max(...ends) + 12;
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
