import { expect, test } from 'vitest';
import { readPdfTags, type Tag } from '#features/billing/server/invoices/testing/pdf-tags.ts';
import { readPdfTexts } from '#features/billing/server/invoices/testing/pdf-texts.ts';
import type { Movement } from '#features/receivables/contract/statement/account-statement.ts';
import { drawStatement, type StatementDocument } from './draw-statement.ts';

const count = 300;
const movements = Array.from({ length: count }, (_, index): Movement => {
  const isPayment = index % 2 === 1;
  return {
    day: '2026-03-05',
    kind: isPayment ? 'payment' : 'invoice',
    _id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b11',
    invoiceId: `ACME-2026-${String(index).padStart(4, '0')}`,
    amount: isPayment ? -124 : 124,
    balance: isPayment ? 1000.5 : 1124.5,
  };
});
const document: StatementDocument = {
  product: 'Steward',
  seller: { name: 'Steward OÜ', lines: ['Telliskivi 60a', 'VAT EE102030402'] },
  customer: { name: 'Acme Manufacturing', lines: ['Peterburi tee 46'] },
  statement: {
    from: '2026-01-01',
    to: '2026-11-28',
    opening: 1000.5,
    invoiced: 18_600,
    credited: 0,
    paid: -18_600,
    closing: 1000.5,
    movements,
  },
  madeOn: '2026-11-28',
  contact: 'support@steward.example',
  madeAt: new Date('2026-11-28T08:00:00Z'),
};

const listAll = (tags: readonly Tag[]): Tag[] => tags.flatMap((tag) => [tag, ...listAll(tag.children)]);

test('a statement of 300 movements is one tagged table between both balances, with the parties and the sums', async () => {
  const bytes = await drawStatement(document);
  const pdf = Buffer.from(bytes).toString('latin1');
  expect(pdf).toMatch(/\/Lang \(en\)/);
  expect(pdf).toMatch(/\/Marked true/);
  const tags = listAll(readPdfTags(bytes));
  const [table, ...tables] = tags.filter(({ type }) => type === 'Table');
  expect(tables).toEqual([]);
  const cells = (name: string) => Array.from({ length: 5 }, () => name).join(' ');
  expect(table?.children.map((row) => row.children.map(({ type }) => type).join(' '))).toEqual([
    cells('TH'),
    ...Array.from({ length: count + 2 }, () => cells('TD')),
  ]);
  expect(tags.filter(({ type }) => type === 'H1')).toHaveLength(1);
  const text = readPdfTexts(bytes);
  for (const words of [
    'Statement of account',
    '1 Jan 2026',
    '28 Nov 2026',
    'Acme Manufacturing',
    'Steward OÜ',
    'Opening balance',
    'ACME-2026-0000',
    'ACME-2026-0299',
    'Payment',
    '−€124.00',
    '€18,600.00',
    'Closing balance, to be paid',
    '€1,000.50',
    'page 7 of 7',
  ]) {
    expect(text).toContain(words);
  }
});

test.each([
  [-5, 'Closing balance, paid too much'],
  [0, 'Closing balance'],
])('a closing balance of %d says what it is', async (closing, words) => {
  const statement = { ...document.statement, movements: [], closing };
  expect(readPdfTexts(await drawStatement({ ...document, statement }))).toContain(words);
});
