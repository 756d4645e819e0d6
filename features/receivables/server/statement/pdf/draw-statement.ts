import { formatShortDay } from '#contract/calendar/formats.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import type { AccountStatement } from '#features/receivables/contract/statement/account-statement.ts';
import { movementWords } from '#features/receivables/contract/statement/movement-words.ts';
import {
  addPage,
  bottom,
  drawFacts,
  drawFeet,
  drawParty,
  drawTitle,
  rightColumn,
  type Party,
} from '#server/lib/pdf/parts.ts';
import { createSheet, finishSheet, inks, inner, type Box, type Sheet } from '#server/lib/pdf/sheet.ts';

/** Content of the PDF. */
export interface StatementDocument {
  readonly product: string;
  readonly seller: Party;
  readonly customer: Party;
  readonly statement: AccountStatement;
  /** The day it was made. */
  readonly madeOn: string;
  readonly contact: string;
  /** The creation date of the file. */
  readonly madeAt: Date;
}

const widths = { day: 72, kind: 84, amount: 92, balance: 92 } as const;
const numberX = inner.left + widths.day + widths.kind;
const balanceX = inner.right - widths.balance;
const amountX = balanceX - widths.amount;

const cells = {
  day: { x: inner.left, width: widths.day - 8 },
  kind: { x: inner.left + widths.day, width: widths.kind - 8 },
  number: { x: numberX, width: amountX - numberX - 8 },
  amount: { x: amountX, width: widths.amount, align: 'right', isTabular: true },
  balance: { x: balanceX, width: widths.balance, align: 'right', isTabular: true },
} as const satisfies Record<string, Box>;

/** The texts of a row, by column. */
type Row = Readonly<Record<keyof typeof cells, string>>;

const heads: Row = { day: 'Date', kind: 'Type', number: 'Invoice ID', amount: 'Amount', balance: 'Balance' };

/** The statement of account as a tagged PDF/A-3b, with the parts of an invoice. */
export function drawStatement(document: StatementDocument, { compress = true } = {}): Promise<Uint8Array> {
  const { product, seller, customer, statement, contact, madeOn, madeAt } = document;
  const { from, to, opening, closing } = statement;
  const period = `${formatShortDay(from)} – ${formatShortDay(to)}`;
  const title = `Statement of account, ${period}`;
  const sheet = createSheet({ title, author: seller.name, madeAt, compress });
  const top = drawTitle(sheet, { product, title: 'Statement of account', below: period, size: 20 });
  const customerEnd = drawParty(sheet, 'For', customer, { x: inner.left, y: top });
  const sellerEnd = drawParty(sheet, 'From', seller, { x: rightColumn, y: top });
  const factsEnd = drawFacts(
    sheet,
    [
      ['Opening balance', formatEuroAmount(opening)],
      ['Closing balance', formatEuroAmount(closing)],
      ['Made on', formatShortDay(madeOn)],
    ],
    Math.max(customerEnd, sellerEnd) + 14,
  );
  const next = sheet.group('Table', () => drawTable(sheet, statement, factsEnd));
  drawSums(sheet, statement, next + 130 > bottom ? addPage(sheet) : next);
  drawFeet(sheet, { left: `${seller.name} · ${contact}`, right: period });
  return finishSheet(sheet);
}

/** Draws the movements between both balances as one table over all pages, whose repeated heads are passed over. */
function drawTable(sheet: Sheet, { from, to, opening, closing, movements }: AccountStatement, y: number): number {
  const rows: Row[] = [
    toBalance('Opening balance', from, opening),
    ...movements.map(({ day, kind, invoiceId, amount, balance }) => ({
      day: formatShortDay(day),
      kind: movementWords[kind],
      number: invoiceId,
      amount: formatEuroAmount(amount),
      balance: formatEuroAmount(balance),
    })),
    toBalance('Closing balance', to, closing),
  ];
  let next = drawHeads(sheet, y);
  for (const row of rows) {
    const height = Math.max(sheet.measure(row.number, cells.number), 12);
    if (next + height > bottom) {
      const top = addPage(sheet);
      next = sheet.decorate(() => drawHeads(sheet, top));
    }
    drawRow(sheet, row, next, { tag: 'TD' });
    next += height + 1;
  }
  return next;
}

/** An empty cell keeps the others in their columns. */
const toBalance = (words: string, day: string, balance: number): Row => ({
  day: formatShortDay(day),
  kind: ' ',
  number: words,
  amount: ' ',
  balance: formatEuroAmount(balance),
});

function drawHeads(sheet: Sheet, y: number): number {
  drawRow(sheet, heads, y, { size: 8, color: inks.faint, tag: 'TH' });
  sheet.rule(y + 15);
  return y + 22;
}

function drawRow(sheet: Sheet, row: Row, y: number, style: Partial<Box>): void {
  sheet.group('TR', () => {
    for (const name of Object.keys(cells) as (keyof Row)[]) sheet.write(row[name], y, { ...cells[name], ...style });
  });
}

/** Says how the closing balance comes about, and what it means. */
function drawSums(sheet: Sheet, { opening, invoiced, credited, paid, closing }: AccountStatement, y: number): void {
  sheet.rule(y);
  const label = { x: inner.left + 150, width: balanceX - inner.left - 162, align: 'right' } as const;
  let next = y + 8;
  const row = (name: string, amount: number, style: Partial<Box> = {}) => {
    const end = sheet.write(name, next, { ...label, ...style });
    sheet.write(formatEuroAmount(amount), next, { ...cells.balance, ...style });
    next = Math.max(end, next + 12) + 2;
  };
  row('Opening balance', opening, { color: inks.soft });
  row('Invoices', invoiced, { color: inks.soft });
  row('Credit notes', credited, { color: inks.soft });
  row('Payments', paid, { color: inks.soft });
  row(describeClosing(closing), closing, { size: 12, weight: 'strong' });
}

function describeClosing(closing: number): string {
  if (closing > 0) return 'Closing balance, to be paid';
  return closing < 0 ? 'Closing balance, paid too much' : 'Closing balance';
}
