import { expect, test } from 'vitest';
import { findVatProblem } from './vat-numbers.ts';

test.each([
  ['Estonia', 'EE100594102'],
  ['Estonia', 'ee 100 594 102'],
  ['Netherlands', 'NL004495445B01'],
  ['Ireland', 'IE6388047V'],
  ['Spain', 'ESA13585625'],
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

test.each([
  ['Estonia', 'EE100594103'],
  ['Germany', 'DE136695977'],
  ['Greece', 'EL094259217'],
  ['Norway', 'NO974760674MVA'],
])('%s does not take %s, whose check digits are wrong', (country, number) => {
  expect(findVatProblem(country, number)).toMatch(/^The check digits/);
});
