import * as jsvat from 'jsvat';
import { findOwnCheck } from './own-vat-checks.ts';

const { checkVAT } = jsvat;
/** Formats of all countries that the library knows; the first letters of a number choose one. */
const checked = Object.values(jsvat).filter((value) => typeof value === 'object' && 'calcFn' in value);

interface VatFormat {
  readonly pattern: RegExp;
  readonly example: string;
}

const vat = (pattern: RegExp, example: string): VatFormat => ({ pattern, example });

/** How the VAT numbers of a country look, without spaces, dots and hyphens, with one whose check digits are right. */
const vatFormats: Readonly<Record<string, VatFormat>> = {
  Austria: vat(/^ATU\d{8}$/, 'ATU12345675'),
  Belgium: vat(/^BE[01]\d{9}$/, 'BE0123456749'),
  Bulgaria: vat(/^BG\d{9,10}$/, 'BG123456786'),
  Croatia: vat(/^HR\d{11}$/, 'HR12345678903'),
  Cyprus: vat(/^CY\d{8}[A-Z]$/, 'CY10259033P'),
  Czechia: vat(/^CZ\d{8,10}$/, 'CZ12345679'),
  Denmark: vat(/^DK\d{8}$/, 'DK12345615'),
  Estonia: vat(/^EE\d{9}$/, 'EE101234513'),
  Finland: vat(/^FI\d{8}$/, 'FI12345671'),
  France: vat(/^FR[0-9A-HJ-NP-Z]{2}\d{9}$/, 'FR32123456789'),
  Germany: vat(/^DE\d{9}$/, 'DE123456788'),
  Greece: vat(/^EL\d{9}$/, 'EL123456783'),
  Hungary: vat(/^HU\d{8}$/, 'HU12345676'),
  Ireland: vat(/^IE(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/, 'IE1234567FA'),
  Italy: vat(/^IT\d{11}$/, 'IT00743110157'),
  Latvia: vat(/^LV\d{11}$/, 'LV40003101899'),
  Lithuania: vat(/^LT(?:\d{9}|\d{12})$/, 'LT123456715'),
  Luxembourg: vat(/^LU\d{8}$/, 'LU12345613'),
  Malta: vat(/^MT\d{8}$/, 'MT12345634'),
  Netherlands: vat(/^NL\d{9}B\d{2}$/, 'NL123456708B01'),
  Norway: vat(/^(?:NO)?\d{9}(?:MVA)?$/, 'NO123456718MVA'),
  Poland: vat(/^PL\d{10}$/, 'PL1234567890'),
  Portugal: vat(/^PT\d{9}$/, 'PT123456789'),
  Romania: vat(/^RO\d{2,10}$/, 'RO1234567897'),
  Slovakia: vat(/^SK\d{10}$/, 'SK2023456721'),
  Slovenia: vat(/^SI\d{8}$/, 'SI12345679'),
  Spain: vat(/^ES[A-Z0-9]\d{7}[A-Z0-9]$/, 'ESA12345674'),
  Sweden: vat(/^SE\d{12}$/, 'SE123456789701'),
  Switzerland: vat(/^CHE\d{9}(?:MWST|TVA|IVA)?$/, 'CHE-123.456.788 MWST'),
  'United Kingdom': vat(/^(?:GB|XI)(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/, 'GB123456782'),
};

/** Codes that ISO 3166 leaves to users, and those of groups of countries; `EU` stands before numbers of the One Stop Shop. */
const noCountry = /^(?:AA|Q[M-Z]|X[A-JL-Z]|ZZ|UN|EZ)$/;
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const isVatPrefix = (letters: string) =>
  /^[A-Z]{2}$/.test(letters) && !noCountry.test(letters) && regions.of(letters) !== undefined;

/** Whether shape and check digits are those of the country whose letters it begins with; of other countries the letters have to be known. */
export function isVatNumber(vatNumber: string): boolean {
  const own = findOwnCheck(vatNumber);
  if (own) return own.isRight(vatNumber);
  const { isValid, isSupportedCountry } = checkVAT(vatNumber.replace(/^XI/, 'GB'), checked);
  return isValid || (!isSupportedCountry && isVatPrefix(vatNumber.slice(0, 2)));
}

/** Every country whose numbers are checked, with a number as its message prints it. */
export const listVatExamples = (): Array<[country: string, example: string]> =>
  Object.entries(vatFormats).map(([country, { example }]) => [country, example]);

/** Whether numbers of the country are checked. */
export const hasVatFormat = (country: string): boolean => vatFormats[country] !== undefined;

/**
 * Why a VAT number can not be one of the country; undefined for one that can, and for a country without a known format. Shape and
 * check digits both have to be right: who has a number of another kind says so.
 */
export function findVatProblem(country: string, vatNumber: string): string | undefined {
  const format = vatFormats[country];
  if (!format) return undefined;
  const plain = vatNumber.replaceAll(/[\s.-]/g, '').toUpperCase();
  const own = findOwnCheck(plain);
  const { isValid, isValidFormat } = checkVAT(toChecked(country, plain), checked);
  if (!format.pattern.test(plain) || !(own || isValidFormat)) {
    return `A VAT number of ${country} looks like ${format.example}.`;
  }
  if (own?.isRight(plain) ?? isValid) return undefined;
  return 'The check digits of this VAT number are not right. Compare it with your registration.';
}

/** Rewrites a number for the library: `XI` (Northern Ireland) becomes `GB`, and Norway's prefix `NO`, often left out, is added. */
function toChecked(country: string, plain: string): string {
  if (country === 'Norway') return plain.replace(/^(?:NO)?/, 'NO');
  return plain.replace(/^XI/, 'GB');
}
