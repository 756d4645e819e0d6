import { formatEuros } from '#features/money/contract/money.ts';
import type { DocumentLine, InvoiceDocument } from './invoice-document.ts';
import { inks, inner, page, type Box, type Sheet } from './sheet.ts';

const widths = { requests: 66, price: 84, total: 92 } as const;
const totalX = inner.right - widths.total;
const priceX = totalX - widths.price;
const requestsX = priceX - widths.requests;

const cells = {
  description: { x: inner.left, width: requestsX - inner.left - 12 },
  requests: { x: requestsX, width: widths.requests, align: 'right', isTabular: true },
  price: { x: priceX, width: widths.price, align: 'right', isTabular: true },
  total: { x: totalX, width: widths.total, align: 'right', isTabular: true },
} as const satisfies Record<string, Box>;

const bottom = page.height - page.foot - 16;
const counts = new Intl.NumberFormat('en');

/** Draws the lines, with column heads on every page, and the totals. Returns the top of the payment data. */
export function drawLines(sheet: Sheet, invoice: InvoiceDocument, y: number): number {
  let next = drawHeads(sheet, y);
  for (const line of invoice.lines) {
    const height = Math.max(sheet.measure(line.description, cells.description), 12);
    if (next + height > bottom) next = drawHeads(sheet, addPage(sheet));
    next = drawLine(sheet, line, next, height);
  }
  if (next + 84 > bottom) next = addPage(sheet);
  return drawTotals(sheet, invoice, next);
}

/** Returns the top of the new page. */
export function addPage({ pdf }: Sheet): number {
  pdf.addPage();
  return page.margin;
}

function drawHeads(sheet: Sheet, y: number): number {
  const style = { size: 8, color: inks.faint } as const;
  sheet.write('Description', y, { ...cells.description, ...style });
  sheet.write('Requests', y, { ...cells.requests, ...style });
  sheet.write('Per request', y, { ...cells.price, ...style });
  sheet.write('Amount', y, { ...cells.total, ...style });
  sheet.rule(y + 15);
  return y + 22;
}

function drawLine(sheet: Sheet, { description, requests, price, total }: DocumentLine, y: number, height: number) {
  sheet.write(description, y, cells.description);
  if (requests !== null) sheet.write(counts.format(requests), y, cells.requests);
  if (price !== null) sheet.write(formatEuros(price), y, cells.price);
  sheet.write(formatEuros(total), y, cells.total);
  return y + height + 1;
}

function drawTotals(sheet: Sheet, { total, vat }: InvoiceDocument, y: number): number {
  sheet.rule(y);
  const label = { x: inner.left + 150, width: totalX - inner.left - 162, align: 'right' } as const;
  let next = y + 8;
  const row = (name: string, amount: string, style: Partial<Box> = {}) => {
    const end = sheet.write(name, next, { ...label, ...style });
    sheet.write(amount, next, { ...cells.total, ...style });
    next = Math.max(end, next + 12) + 2;
  };
  if (vat.kind === 'included') {
    row('Net', formatEuros(vat.net), { color: inks.soft });
    row(`VAT ${vat.percent}%`, formatEuros(vat.amount), { color: inks.soft });
    row('Gross, total to pay', formatEuros(total), { size: 12, weight: 'strong' });
    const included = 'The prices and amounts of the lines include VAT.';
    return sheet.write(included, next, { x: inner.left, width: inner.width, color: inks.soft, size: 8 });
  }
  row('Net', formatEuros(total), { color: inks.soft });
  row('VAT 0%, reverse charge', formatEuros(0), { color: inks.soft });
  row('Gross, total to pay', formatEuros(total), { size: 12, weight: 'strong' });
  const note = `Reverse charge: VAT is to be accounted for by the recipient, ${vat.customerVatNumber} (Article 196 of Directive 2006/112/EC).`;
  return sheet.write(note, next, { x: inner.left, width: inner.width, color: inks.soft, size: 8 });
}
