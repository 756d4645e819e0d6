import { expect, test } from 'vitest';
import { findVatProblem, listVatExamples } from './vat-numbers.ts';

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
  ['Belgium', 'BE1012345646'],
  ['Norway', '974760673MVA'],
  ['Norway', 'NO974760673'],
  ['United Kingdom', 'XI123456782'],
  ['United Kingdom', 'GBGD123'],
  ['Netherlands', 'NL000099998B57'],
  ['Lithuania', 'LT119511515'],
])('%s takes %s, which is of another kind', (country, number) => {
  expect(findVatProblem(country, number)).toBeUndefined();
});

const examples = listVatExamples();

test('the countries of the Union, the United Kingdom, Norway and Switzerland are checked', () => {
  expect(examples).toHaveLength(27 + 3);
});

test.each(examples)(
  'the example of %s is a number of it, and no other with one digit changed is',
  (country, example) => {
    expect(findVatProblem(country, example)).toBeUndefined();
    const digits = [...example.matchAll(/\d/g)].map(({ index }) => index);
    // Two digits of a legal form, or of a branch, are no part of what is checked.
    const wrong = digits.filter((at) => {
      const digit = String((Number(example[at]) + 1) % 10);
      return findVatProblem(country, `${example.slice(0, at)}${digit}${example.slice(at + 1)}`) !== undefined;
    });
    expect(wrong.length).toBeGreaterThanOrEqual(7);
  },
);

test.each([
  ['Estonia', 'EE123456789'],
  ['Estonia', 'EE123'],
  ['Austria', 'ATU1234567'],
  ['Cyprus', 'CY72345678L'],
  ['Malta', 'MT01234567'],
  ['Romania', 'RO0123456789'],
  ['Slovakia', 'SK1214567890'],
  ['Sweden', 'SE123456789702'],
  ['Netherlands', 'NLABCDEFGHIJ12'],
  ['Ireland', 'IE6433435OB'],
  ['Belgium', 'BE2012345646'],
  ['Germany', 'DE012345678'],
  ['United Kingdom', '123456782'],
  ['United Kingdom', 'XI12345678'],
  ['Estonia', 'FI12345678'],
  ['Germany', '123456789'],
])('%s does not take %s', (country, number) => {
  expect(findVatProblem(country, number)).toMatch(new RegExp(`^A VAT number of ${country} looks like `));
});

test.each([
  ['Estonia', 'EE100594103'],
  ['Belgium', 'BE1012345647'],
  ['Norway', '974760674MVA'],
  ['United Kingdom', 'XI123456783'],
  ['Germany', 'DE136695977'],
  ['Greece', 'EL094259217'],
  ['Norway', 'NO974760674MVA'],
])('%s does not take %s, whose check digits are wrong', (country, number) => {
  expect(findVatProblem(country, number)).toMatch(/^The check digits/);
});
