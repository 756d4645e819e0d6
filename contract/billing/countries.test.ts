import { expect, test } from 'vitest';
import { countries, findVatProblem } from './countries.ts';

test.each([
  ['Estonia', 'EE100594102'],
  ['Estonia', 'ee 100 594 102'],
  ['Netherlands', 'NL004495445B01'],
  ['Ireland', 'IE6388047V'],
  ['Spain', 'ESX9999999X'],
  ['Switzerland', 'CHE-123.456.788 MWST'],
  ['Japan', 'anything'],
])('%s takes %s', (country, number) => {
  expect(findVatProblem(country, number)).toBeUndefined();
});

test.each([
  ['Estonia', 'EE123'],
  ['Estonia', 'FI12345678'],
  ['Germany', '123456789'],
])('%s does not take %s', (country, number) => {
  expect(findVatProblem(country, number)).toMatch(new RegExp(`^A VAT number of ${country} looks like `));
});

test('every country stands once in the list, in its order', () => {
  expect(new Set(countries).size).toBe(countries.length);
  expect(countries).toEqual(countries.toSorted((a, b) => a.localeCompare(b, 'en')));
});
