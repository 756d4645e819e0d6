import { expect, test } from 'vitest';
import { addEuros, formatEuroAmount, formatEuroTotal, formatShortEuros } from './euros.ts';

test('sums of euros are exact', () => {
  expect(addEuros([0.1, 0.2])).toBe(0.3);
  expect(addEuros(Array.from({ length: 1000 }, () => 1.0235))).toBe(1023.5);
  expect(addEuros([])).toBe(0);
});

test('an amount keeps parts of a cent, a total is rounded, an axis is short', () => {
  expect(formatEuroAmount(1234.5)).toBe('€1,234.50');
  expect(formatEuroAmount(-1.0235)).toBe('−€1.0235');
  expect(formatEuroTotal(401.405)).toBe('€401.41');
  expect(formatShortEuros(1234.5)).toBe('€1.23K');
});
