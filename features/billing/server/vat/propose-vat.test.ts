import { expect, test } from 'vitest';
import { proposeVat } from './propose-vat.ts';

const provider = 'EE102030402';

test.each([
  ['Estonia', 'EE100594102', 'domestic'],
  ['Estonia', 'DE123456788', 'domestic'],
  ['Germany', 'DE123456788', 'reverseCharge'],
  ['Germany', 'de 123.456-788', 'reverseCharge'],
  // Its check digit is wrong.
  ['Germany', 'DE000000000', 'domestic'],
  ['Germany', 'FR32123456789', 'domestic'],
  ['Germany', null, 'domestic'],
  ['Greece', 'EL123456783', 'reverseCharge'],
  ['Monaco', 'FR32123456789', 'reverseCharge'],
  ['United Kingdom', 'GB123456782', 'outsideUnion'],
  ['United Kingdom', 'XI123456782', 'outsideUnion'],
  ['Switzerland', 'CHE-123.456.788 MWST', 'outsideUnion'],
  ['Norway', 'NO123456718MVA', 'outsideUnion'],
  ['United States', '12-3456789', 'outsideUnion'],
  // A tax number that begins like those of Sweden.
  ['Mexico', 'SEG930101AB3', 'outsideUnion'],
  ['Isle of Man', 'GB123456782', 'outsideUnion'],
  ['Atlantis', 'DE123456788', null],
  [null, 'DE123456788', null],
] as const)('a customer in %s with the number %j is taxed as %s', (country, vatNumber, treatment) => {
  expect(proposeVat({ country, vatNumber }, provider)).toBe(treatment);
});

test('customers of a provider outside the Union are outside or in its country', () => {
  expect(proposeVat({ country: 'Germany', vatNumber: 'DE123456788' }, 'CHE123456788MWST')).toBe('outsideUnion');
  expect(proposeVat({ country: 'Switzerland', vatNumber: null }, 'CHE123456788MWST')).toBe('domestic');
  expect(proposeVat({ country: 'United Kingdom', vatNumber: null }, 'XI123456782')).toBe('domestic');
});
