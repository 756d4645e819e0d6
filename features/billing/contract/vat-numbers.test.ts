import { expect, test } from 'vitest';
import { findVatProblem, isVatNumber, listVatExamples } from './vat-numbers.ts';

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
  ['Malta', 'MT01234567'],
  ['Romania', 'RO0123456789'],
  ['Slovakia', 'SK1214567890'],
  ['Sweden', 'SE123456789702'],
  ['Netherlands', 'NLABCDEFGHIJ12'],
  ['Ireland', 'IE6433435OJ'],
  ['Ireland', 'IE123456FA'],
  ['Spain', 'ESJ1234567K'],
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
  ['Ireland', 'IE6433435OB'],
  ['Ireland', 'IE1234567WI'],
  ['Ireland', 'IE1234567FB'],
  ['Ireland', 'IE8D79739J'],
  ['Cyprus', 'CY72345678L'],
  ['Cyprus', 'CY12345678F'],
  ['Spain', 'ESJ9921658C'],
])('%s does not take %s, whose check digits are wrong', (country, number) => {
  expect(findVatProblem(country, number)).toMatch(/^The check digits/);
});

/**
 * A number of each form that VIES takes, of XI, GB, CH and NO too: public ones of companies, examples of the tax offices, or made
 * by their rules.
 */
const forms: Readonly<Record<string, readonly string[]>> = {
  Austria: ['ATU13585627', 'ATU66889218'],
  Belgium: ['BE0403019261', 'BE0428759497', 'BE1012345646'],
  Bulgaria: ['BG175074752', 'BG7523169263', 'BG7111042925'],
  Croatia: ['HR33392005961', 'HR12345678903'],
  Cyprus: ['CY10259033P', 'CY60000039H', 'CY90000448S'],
  Czechia: ['CZ25123891', 'CZ7103192745', 'CZ640903926', 'CZ395601439'],
  Denmark: ['DK13585628', 'DK88146328'],
  Estonia: ['EE100931558', 'EE100594102'],
  Finland: ['FI20774740', 'FI09853608'],
  France: ['FR40303265045', 'FR23334175221', 'FRK7399859412', 'FR4Z123456782'],
  Germany: ['DE136695976', 'DE811569869'],
  Greece: ['EL094259216', 'EL023456780'],
  Hungary: ['HU12892312', 'HU10773381'],
  Ireland: [
    'IE6388047V',
    'IE6433435F',
    'IE8Z49289F',
    'IE8D79739I',
    'IE1234567FA',
    'IE6433435OA',
    'IE3628739UA',
    'IE6433435IH',
    'IE1234567OB',
    'IE1234567II',
    'IE1234567TW',
    'IE2+97747T',
  ],
  Italy: ['IT00743110157', 'IT12345670017'],
  Latvia: ['LV40003521600', 'LV40003009497'],
  Lithuania: ['LT119511515', 'LT100001919017', 'LT100004801610'],
  Luxembourg: ['LU15027442', 'LU26375245'],
  Malta: ['MT11679112', 'MT15121333'],
  Netherlands: ['NL004495445B01', 'NL000099998B57', 'NL123456789B13'],
  Norway: ['NO995525828MVA', 'NO974760673'],
  Poland: ['PL8567346215', 'PL5260001246'],
  Portugal: ['PT501964843', 'PT502757191'],
  Romania: ['RO18547290', 'RO14399840', 'RO27'],
  Slovakia: ['SK2022749619', 'SK2021853504'],
  Slovenia: ['SI50223054', 'SI15012557'],
  Spain: [
    'ESA13585625',
    'ESB58378431',
    'ESP0801500J',
    'ESQ2818002D',
    'ES54362315K',
    'ESX2482300W',
    'ESY0597591L',
    'ESJ99216582',
    'ESK0867756N',
    'ESJ9921658B',
    'ESV2293942E',
  ],
  Sweden: ['SE556188840401', 'SE123456789701'],
  Switzerland: ['CHE-107.787.577 IVA', 'CHE107787577MWST', 'CHE-123.456.788 TVA', 'CHE123456788'],
  'United Kingdom': [
    'GB980780684',
    'GB802311782',
    'GB434031494',
    'GB980780684001',
    'GBGD001',
    'GBHA500',
    'XI980780684',
    'XIGD123',
  ],
};

test.each(Object.entries(forms).flatMap(([country, numbers]) => numbers.map((number) => [country, number] as const)))(
  '%s takes %s, a form of VIES',
  (country, number) => {
    expect(findVatProblem(country, number)).toBeUndefined();
    const plain = number.replaceAll(/[\s.-]/g, '');
    // Norway writes its letters behind the number.
    expect(isVatNumber(plain)).toBe(true);
  },
);

test('a number of another country needs letters of one', () => {
  expect(
    ['US123456789', 'AU51824753556', 'TR1234567890', 'EU528002224', 'XK123456'].filter((each) => !isVatNumber(each)),
  ).toEqual([]);
  expect(
    ['XX123456789', 'ZZ123456789', 'QQ123456', 'XY99', 'IE1234567FB', 'NL+23456789B01'].filter(isVatNumber),
  ).toEqual([]);
});
