import { expect, test } from 'vitest';
import { getVat } from './vat.ts';

const provider = { vatNumber: 'EE102030402', vatPercent: 24 };

test('a customer of the provider’s country pays a total that holds the VAT', () => {
  expect(getVat({ total: 1_240_000, provider, customerVatNumber: 'EE100594102' })).toEqual({
    kind: 'included',
    percent: 24,
    amount: 240_000,
    net: 1_000_000,
  });
});

test.each([null, '', 'GB123456789', 'unknown', 'EU', 'DE'])(
  'so does one whose VAT number is %j',
  (customerVatNumber) => {
    expect(getVat({ total: 100, provider, customerVatNumber }).kind).toBe('included');
  },
);

test.each([
  ['NL004495445B01', 'NL004495445B01'],
  ['el 123 456 789', 'EL123456789'],
  ['FI-0112038-9', 'FI01120389'],
])('a customer with the VAT number %s of another country owes the VAT', (customerVatNumber, number) => {
  expect(getVat({ total: 100, provider, customerVatNumber })).toEqual({
    kind: 'reverse-charge',
    customerVatNumber: number,
  });
});

test('VAT and net are whole cents that add up to the total, for any total', () => {
  for (const total of [0, 100, 300, 12_345_600, 99_999_999_999_900]) {
    const vat = getVat({ total, provider, customerVatNumber: null });
    if (vat.kind !== 'included') throw new Error('VAT is included here');
    expect(vat.net + vat.amount).toBe(total);
    expect(vat.amount % 100).toBe(0);
    expect(Math.abs(vat.amount - (total * 24) / 124)).toBeLessThanOrEqual(51);
  }
});
