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
  /** Every rate of the Union, of territories and of the past: in hundredths of a percent. */
  const rates = [
    300, 400, 480, 500, 550, 600, 700, 800, 900, 1000, 1200, 1300, 1350, 1400, 1500, 1600, 1700, 1800,
  ].concat([1900, 2000, 2100, 2200, 2300, 2400, 2500, 2550, 2700]);

  /** After 10,000 cents the remainders of the division repeat, whatever the rate. */
  test('is the net times the rate, rounded half up once, for all amounts at every rate', () => {
    const wrong = rates.flatMap((rate) =>
      Array.from({ length: 10_000 }, (_, index) => index + 1).filter((cents) => {
        const { tax } = getTotals({ lines: [toLine(cents * 100, { category: 'S', rate })] });
        return tax !== Math.floor((cents * rate + 5000) / 10_000) * 100;
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('is taken once for each category and rate', () => {
    const lines = [2400, 900, 2400].map((rate) => toLine(100, { category: 'S', rate }));
    const { vat, net, tax, gross } = getTotals({ lines: [...lines, toLine(500, { category: 'E', rate: 0 })] });
    expect(vat).toEqual([
      { category: 'S', rate: 2400, taxable: 200, tax: 0 },
      { category: 'S', rate: 900, taxable: 100, tax: 0 },
      { category: 'E', rate: 0, taxable: 500, tax: 0 },
    ]);
    expect({ net, tax, gross }).toEqual({ net: 800, tax: 0, gross: 800 });
  });

  test('of what is taken back is that of what was given, negative', () => {
    expect(getTotals({ lines: [toLine(-7200, { category: 'S', rate: 1900 })] }).tax).toBe(-1400);
  });

  test.each(vatCategories.filter((category) => category !== 'S'))('of %s is nothing', (category) => {
    expect(getTotals({ lines: [toLine(99_900, { category, rate: 0 })] })).toMatchObject({ tax: 0, gross: 99_900 });
  });
});

test('amounts, prices and rates have the decimals that EN 16931 allows', () => {
  expect([0, 100, -12_345_600, 99_999_999_900].map(formatAmount)).toEqual(['0.00', '0.01', '-1234.56', '9999999.99']);
  expect([1, 50, 10_000, 12_345, 999_900].map(formatPrice)).toEqual(['0.0001', '0.005', '1.00', '1.2345', '99.99']);
  expect([0, 2400, 2550, 50, 1].map(formatRate)).toEqual(['0', '24', '25.5', '0.5', '0.01']);
});
