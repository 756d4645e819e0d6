import { expect, test } from 'vitest';
import { isHigherAmount, sumCosts, toAmount } from './reported-costs.ts';

test.each([
  [0, '0'],
  [-0, '0'],
  [0.1, '0.1'],
  [1.5e-7, '0.00000015'],
  [12, '12'],
  ['0.10', '0.1'],
  ['00012.5000', '12.5'],
  ['1.2345678901234e-05', '0.000012345678901234'],
  ['2E3', '2000'],
  ['.5', '0.5'],
  ['5.', '5'],
  [' +0.25 ', '0.25'],
  ['999999999.123456789012345678', '999999999.123456789012345678'],
])('%s is the amount %s', (value, amount) => {
  expect(toAmount(value)).toBe(amount);
});

test.each([
  -0.01,
  '-1',
  Number.NaN,
  Infinity,
  'NaN',
  '',
  ' ',
  '.',
  'e5',
  '1,5',
  '$1',
  1e9,
  '1e30',
  '1e-40',
  'free',
  null,
  true,
  {},
  [1],
])('%s is no amount', (value) => {
  expect(toAmount(value)).toBeUndefined();
});

test('sums are exact, for each currency', () => {
  const costs = [
    { amount: '0.1', currency: 'USD' },
    { amount: '0.2', currency: 'USD' },
    { amount: '0.000000000000000000000000000001', currency: 'EUR' },
    { amount: '999999999', currency: 'EUR' },
  ];
  expect(sumCosts(costs)).toEqual([
    { currency: 'EUR', amount: '999999999.000000000000000000000000000001' },
    { currency: 'USD', amount: '0.3' },
  ]);
  expect(sumCosts([])).toEqual([]);
  expect([isHigherAmount('10', '9.99'), isHigherAmount('0.3', '0.30')]).toEqual([true, false]);
});
