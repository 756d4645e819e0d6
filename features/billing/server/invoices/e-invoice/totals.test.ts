import { describe, expect, test } from 'vitest';
import { vatCategories, type EInvoiceLine, type LineVat } from './e-invoice.ts';
import { formatAmount, formatPrice, formatRate, getTotals } from './totals.ts';

const toLine = (net: number, vat: LineVat): EInvoiceLine => ({
  name: 'Requests',
  quantity: 1,
  price: Math.abs(net),
  net,
  vat,
  period: null,
});

describe('VAT', () => {
  /** Rates of the Union, of its territories, and of before. */
  const percents = [
    3, 4, 4.8, 5, 5.5, 6, 7, 8, 9, 10, 12, 13, 13.5, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 25.5, 27,
  ];

  /** After 1,000 cents the remainders of the division repeat for rates of tenths of a percent. */
  test('is the net times the rate, rounded half up once, for all amounts at every rate', () => {
    const wrong = percents.flatMap((percent) =>
      Array.from({ length: 10_000 }, (_, index) => index + 1).filter((cents) => {
        const lines = [toLine(cents * 100, { category: 'S', rate: percent * 1000 })];
        return getTotals({ lines, rounding: 0 }).tax !== Math.floor((cents * percent * 10 + 500) / 1000) * 100;
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('is taken once for each category and rate', () => {
    const lines = [24_000, 9000, 24_000].map((rate) => toLine(100, { category: 'S', rate }));
    const { vat, net, tax, gross } = getTotals({
      lines: [...lines, toLine(500, { category: 'E', rate: 0 })],
      rounding: 0,
    });
    expect(vat).toEqual([
      { category: 'S', rate: 24_000, taxable: 200, tax: 0 },
      { category: 'S', rate: 9000, taxable: 100, tax: 0 },
      { category: 'E', rate: 0, taxable: 500, tax: 0 },
    ]);
    expect({ net, tax, gross }).toEqual({ net: 800, tax: 0, gross: 800 });
  });

  test('of what is taken back is that of what was given, negative', () => {
    expect(getTotals({ lines: [toLine(-7200, { category: 'S', rate: 19_000 })], rounding: 0 }).tax).toBe(-1400);
  });

  test.each(vatCategories.filter((category) => category !== 'S'))('of %s is nothing', (category) => {
    expect(getTotals({ lines: [toLine(99_900, { category, rate: 0 })], rounding: -100 })).toMatchObject({
      tax: 0,
      gross: 99_900,
      payable: 99_800,
    });
  });
});

test('amounts, prices and rates have the decimals that EN 16931 allows', () => {
  expect([0, 100, -12_345_600, 99_999_999_900].map(formatAmount)).toEqual(['0.00', '0.01', '-1234.56', '9999999.99']);
  expect([1, 50, 10_000, 12_345, 999_900].map(formatPrice)).toEqual(['0.0001', '0.005', '1.00', '1.2345', '99.99']);
  expect([0, 24_000, 25_500, 500, 1].map(formatRate)).toEqual(['0', '24', '25.5', '0.5', '0.001']);
});
