import { expect, test } from 'vitest';
import { getVatRate, parseVatRates, toPercent } from './vat-rates.ts';

test('one rate holds for every day, and may have parts of a percent', () => {
  const rates = parseVatRates('25.5') ?? [];
  expect(rates).toEqual([{ validFrom: null, rate: 25_500 }]);
  expect(getVatRate(rates, '1999-01-01')).toBe(25_500);
  expect(toPercent(25_500)).toBe(25.5);
});

test('rates with days hold from their first day on', () => {
  const rates = parseVatRates('20; 2024-01-01=22;2025-07-01=24') ?? [];
  const days = ['2009-07-01', '2023-12-31', '2024-01-01', '2025-06-30', '2025-07-01', '2030-01-01'];
  expect(days.map((day) => getVatRate(rates, day) / 1000)).toEqual([20, 20, 22, 22, 24, 24]);
});

test.each([
  '',
  '100',
  '-1',
  '24%',
  '24,5',
  '24.1234',
  '2025-07-01=24',
  '20;24',
  '20;2025-07-01=',
  '20;2025-13-01=24',
  '20;2025-02-30=24',
  '20;2025-07-01=24;2024-01-01=22',
  '20;2025-07-01=24;2025-07-01=25',
  '20;2025-07-01=24;',
  '20;2025-07-01=24=25',
])('%j is no table of rates', (text) => {
  expect(parseVatRates(text)).toBeUndefined();
});
