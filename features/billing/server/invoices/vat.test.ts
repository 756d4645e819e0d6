import { expect, test } from 'vitest';
import { parseVatRates } from '#features/billing/contract/vat-rates.ts';
import { createRandom } from '#demo-assistant/random.ts';
import { toVatTerms } from '../vat/vat-terms.ts';
import { addVat, getSupplyDay, getVatAmount, getVatMention, splitAsIssued, splitTotal } from './vat.ts';

/** Standard and reduced rates of the countries of the Union, in thousandths of a percent. */
const unionRates = [
  0, 2_100, 3_000, 4_000, 4_800, 5_000, 5_500, 6_000, 7_000, 8_000, 9_000, 9_500, 10_000, 11_000, 12_000, 13_000,
  13_500, 14_000, 15_000, 16_000, 17_000, 18_000, 19_000, 20_000, 21_000, 22_000, 23_000, 24_000, 25_000, 25_500,
  27_000,
];

const domestic = (rate: number) => ({ treatment: 'domestic', rate, customerVatNumber: null, reason: null }) as const;

test.each(unionRates)(
  'the VAT of every net up to €1,000 at %i is net times rate, rounded half up to the cent',
  (rate) => {
    const wrong: number[] = [];
    for (let cents = 0; cents <= 100_000; cents += 1) {
      // In integers: twice the exact amount and its denominator, compared without any division.
      const amount = BigInt(getVatAmount(cents * 100, rate)) / 100n;
      const [low, exact, high] = [2n * amount - 1n, 2n * BigInt(cents) * BigInt(rate), 2n * amount + 1n];
      if (exact < low * 100_000n || exact >= high * 100_000n) wrong.push(cents);
    }
    expect(wrong).toEqual([]);
  },
);

test.each(unionRates)(
  'every total up to €1,000 at %i is a net with its VAT, but for a cent of rounding at most',
  (rate) => {
    const wrong: number[] = [];
    for (let cents = 0; cents <= 100_000; cents += 1) {
      const { net, amount, rounding, total } = splitTotal(cents * 100, domestic(rate));
      const isRight =
        amount === getVatAmount(net, rate) && net + amount + rounding === total && Math.abs(rounding) <= 100;
      if (!isRight || net % 100 !== 0) wrong.push(cents);
    }
    expect(wrong).toEqual([]);
  },
);

test('the largest amounts stay exact, and a credit is the mirror of its invoice', () => {
  expect(getVatAmount(99_999_999_999_900, 25_500)).toBe(25_500_000_000_000);
  const { int } = createRandom('vat');
  for (let round = 0; round < 1000; round += 1) {
    const net = int(0, 900_000_000_000) * 100;
    expect(getVatAmount(-net, 25_500)).toBe(-getVatAmount(net, 25_500) + 0);
  }
});

test('VAT is added once for each rate on the sum, and not for each line', () => {
  const lines = Array.from({ length: 10 }, () => ({ net: 200, terms: domestic(24_000) }));
  const vat = addVat([...lines, { net: 100_000, terms: domestic(22_000) }, { net: -1000, terms: domestic(22_000) }]);
  expect(vat).toEqual({
    parts: [
      { ...domestic(22_000), net: 99_000, amount: 21_800 },
      { ...domestic(24_000), net: 2000, amount: 500 },
    ],
    net: 101_000,
    amount: 22_300,
    rounding: 0,
    total: 123_300,
    areLinesNet: true,
  });
});

test('the rate is that of the last day of the month that is billed', () => {
  const provider = { vatRates: parseVatRates('20;2024-01-01=22;2025-07-01=24') ?? [] };
  const rateOf = (month: string) => toVatTerms(provider, [], getSupplyDay(month)).rate;
  expect([getSupplyDay('2024-02-01'), getSupplyDay('2025-12-01')]).toEqual(['2024-02-29', '2025-12-31']);
  expect(['2023-12-01', '2024-01-01', '2025-06-01', '2025-07-01'].map(rateOf)).toEqual([
    20_000, 22_000, 22_000, 24_000,
  ]);
});

test('invoices of before keep the cents with which they were issued', () => {
  const issued = { percent: 19, isReverseCharge: false, customerVatNumber: null };
  // Rounded to the ten-thousandth first, which was a cent more than the tax.
  expect(splitAsIssued(7200, issued)).toMatchObject({ net: 6000, amount: 1200, areLinesNet: false });
  const reversed = { percent: 0, isReverseCharge: true, customerVatNumber: 'NL004495445B01' };
  const vat = splitAsIssued(7200, reversed);
  expect(vat).toMatchObject({ net: 7200, amount: 0, parts: [{ treatment: 'reverseCharge' }] });
  expect(vat.parts.map(getVatMention)).toEqual([
    'Reverse charge: VAT is to be accounted for by the recipient, NL004495445B01 (Article 196 of Directive 2006/112/EC).',
  ]);
});
