import { expect, test } from 'vitest';
import { formatEuros, formatTotal, fromEuros, roundToCents, shareCents, toEuros } from './money.ts';

test('an amount survives the way to JSON and back', () => {
  for (const amount of [0, 1, 99, 12_500, 10_235, 43_500, 999_999_999_999_999]) {
    expect(fromEuros(JSON.parse(JSON.stringify(toEuros(amount))) as number)).toBe(amount);
  }
});

test.each([-1, -0.01, 0.000_01, 1e-7, 1e21, Number.NaN, Number.POSITIVE_INFINITY, 123_456_789_012])(
  '%s is no amount',
  (euros) => {
    expect(fromEuros(euros)).toBeUndefined();
  },
);

test('minus zero is 0', () => {
  expect(fromEuros(-0)).toBe(0);
});

test('cents are rounded half up', () => {
  expect([0, 49, 50, 149, 150, 10_050].map(roundToCents)).toEqual([0, 0, 100, 100, 200, 10_100]);
});

test('an amount has two decimals, or four where there are parts of a cent', () => {
  expect(formatEuros(0)).toBe('€0.00');
  expect(formatEuros(12_345_600)).toBe('€1,234.56');
  expect(formatEuros(125)).toBe('€0.0125');
  expect(formatEuros(-5_000)).toBe('−€0.50');
  expect(formatEuros(999_999_999_999_900)).toBe('€99,999,999,999.99');
});

test('a total has two decimals', () => {
  expect([2_572_378, 1_150, 1_149, 0].map(formatTotal)).toEqual(['€257.24', '€0.12', '€0.11', '€0.00']);
});

test('shared parts add up to the rounded total, each less than a cent from its exact amount', () => {
  expect(shareCents([125, 125, 125])).toEqual([200, 100, 100]);
  let state = 7;
  const draw = () => (state = (state * 48_271) % 2_147_483_647);
  for (let turn = 0; turn < 300; turn += 1) {
    const parts = Array.from({ length: 1 + (draw() % 20) }, () => draw() % 100_000);
    const shown = shareCents(parts);
    const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
    expect(sum(shown)).toBe(roundToCents(sum(parts)));
    expect(shown.every((each, index) => each % 100 === 0 && Math.abs(each - (parts[index] ?? 0)) < 100)).toBe(true);
  }
});
