import { expect, test } from 'vitest';
import { formatEuros, formatTotal, fromEuros, getCost, roundToCents, toEuros } from './money.ts';

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

test('a cost is rounded once, not for each request', () => {
  expect([getCost(3, 125), getCost(1, 49), getCost(1, 50), getCost(0, 9999)]).toEqual([400, 0, 100, 0]);
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
