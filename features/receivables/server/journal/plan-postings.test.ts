import { expect, test } from 'vitest';
import { planPostings, type PostedPaper } from './plan-postings.ts';

const euro = 10_000;
const part = { treatment: 'domestic', rate: 24_000, net: 100 * euro, amount: 24 * euro } as const;
const invoice: PostedPaper = {
  kind: 'invoice',
  totalTenThousandths: 124 * euro,
  vat: { rounding: 0, parts: [part] },
};

/** `receivable 124 : 0` in euros. */
const write = (paper: PostedPaper) =>
  planPostings(paper).map(({ account, debit, credit }) => `${account} ${debit / euro} : ${credit / euro}`);

test('an invoice debits what the customer owes, and credits revenue and VAT', () => {
  expect(write(invoice)).toEqual(['receivable 124 : 0', 'domestic 0 : 100', 'vat 0 : 24']);
  expect(planPostings(invoice).map(({ rate }) => rate)).toEqual([null, 24_000, 24_000]);
});

test('a credit note posts to the other sides', () => {
  expect(write({ ...invoice, kind: 'creditNote' })).toEqual(['receivable 0 : 124', 'domestic 100 : 0', 'vat 24 : 0']);
});

test('rates and treatments are postings of their own, without VAT where none is charged, and less than 0 on the other side', () => {
  const late = { treatment: 'domestic', rate: 22_000, net: -10 * euro, amount: -2.2 * euro } as const;
  const reverse = { treatment: 'reverseCharge', rate: 0, net: 5 * euro, amount: 0 } as const;
  const vat = { rounding: -100, parts: [part, late, reverse] };
  expect(write({ ...invoice, totalTenThousandths: 116.79 * euro, vat })).toEqual([
    'receivable 116.79 : 0',
    'domestic 0 : 100',
    'vat 0 : 24',
    'domestic 10 : 0',
    'vat 2.2 : 0',
    'reverseCharge 0 : 5',
    'rounding 0.01 : 0',
  ]);
});
