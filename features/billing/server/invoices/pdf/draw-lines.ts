import { formatEuros } from '#features/money/contract/money.ts';
import { describeVatPart } from '#features/billing/contract/vat-words.ts';
import { toPercent } from '#features/billing/contract/vat-rates.ts';
import { getVatMention, type Vat } from '../vat.ts';
import type { DocumentLine, InvoiceDocument } from './invoice-document.ts';
import { addPage, bottom } from '#server/lib/pdf/parts.ts';
import { inks, inner, type Box, type Sheet } from '#server/lib/pdf/sheet.ts';

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

const counts = new Intl.NumberFormat('en');

/** Draws the lines, with column heads on every page, and the totals. Returns the top of the payment data. */
export function drawLines(sheet: Sheet, invoice: InvoiceDocument, y: number): number {
  let next = sheet.group('Table', () => drawTable(sheet, invoice, y));
  if (next + 84 > bottom) next = addPage(sheet);
  return drawTotals(sheet, invoice, next);
}

/** Draws the lines as one table over all pages, whose repeated heads are passed over. Returns the `y` below it. */
function drawTable(sheet: Sheet, invoice: InvoiceDocument, y: number): number {
  let next = drawHeads(sheet, invoice, y);
  for (const line of invoice.lines) {
    const height = Math.max(sheet.measure(line.description, cells.description), 12);
    if (next + height > bottom) {
      const top = addPage(sheet);
      next = sheet.decorate(() => drawHeads(sheet, invoice, top));
    }
    next = drawLine(sheet, line, next, height);
  }
  return next;
}

function drawHeads(sheet: Sheet, { vat: { areLinesNet } }: InvoiceDocument, y: number): number {
  const style = { size: 8, color: inks.faint, tag: 'TH' } as const;
  sheet.group('TR', () => {
    sheet.write('Description', y, { ...cells.description, ...style });
    sheet.write('Requests', y, { ...cells.requests, ...style });
    sheet.write(areLinesNet ? 'Net per request' : 'Per request', y, { ...cells.price, ...style });
    sheet.write(areLinesNet ? 'Net amount' : 'Amount', y, { ...cells.total, ...style });
  });
  sheet.rule(y + 15);
  return y + 22;
}

function drawLine(sheet: Sheet, { description, requests, price, total }: DocumentLine, y: number, height: number) {
  const cell = (text: string, box: Box) => sheet.write(text, y, { ...box, tag: 'TD' });
  sheet.group('TR', () => {
    cell(description, cells.description);
    // An empty cell keeps the others in their columns.
    cell(requests === null ? ' ' : counts.format(requests), cells.requests);
    cell(price === null ? ' ' : formatEuros(price), cells.price);
    cell(formatEuros(total), cells.total);
  });
  return y + height + 1;
}

function drawTotals(sheet: Sheet, { total, vat, correction }: InvoiceDocument, y: number): number {
  sheet.rule(y);
  const label = { x: inner.left + 150, width: totalX - inner.left - 162, align: 'right' } as const;
  let next = y + 8;
  const row = (name: string, amount: string, style: Partial<Box> = {}) => {
    const end = sheet.write(name, next, { ...label, ...style });
    sheet.write(amount, next, { ...cells.total, ...style });
    next = Math.max(end, next + 12) + 2;
  };
  row('Net', formatEuros(vat.net), { color: inks.soft });
  for (const part of vat.parts) {
    const name = describeVatPart({ treatment: part.treatment, percent: toPercent(part.rate) });
    const sum = vat.parts.length > 1 ? ` on ${formatEuros(part.net)}` : '';
    row(`${name}${sum}`, formatEuros(part.amount), { color: inks.soft });
  }
  if (vat.rounding !== 0) row('Rounding', formatEuros(vat.rounding), { color: inks.soft });
  row(correction ? 'Gross, total credited' : 'Gross, total to pay', formatEuros(total), { size: 12, weight: 'strong' });
  for (const note of listNotes(vat)) {
    next = sheet.write(note, next, { x: inner.left, width: inner.width, color: inks.soft, size: 8 });
  }
  return next;
}

/** That amounts of the lines are not net, and why a part is without VAT. */
function listNotes({ parts, areLinesNet }: Vat): string[] {
  const lines = areLinesNet ? null : 'The prices and amounts of the lines include VAT.';
  return [lines, ...new Set(parts.map(getVatMention))].filter((note) => note !== null);
}
