import * as jsvat from 'jsvat';

const { checkVAT } = jsvat;
/** The countries whose check digits are known. */
const checked = Object.values(jsvat).filter((value) => typeof value === 'object' && 'calcFn' in value);

interface VatFormat {
  readonly pattern: RegExp;
  readonly example: string;
}

const vat = (pattern: RegExp, example: string): VatFormat => ({ pattern, example });

/** How the VAT numbers of a country look, without spaces, dots and hyphens. Others are not checked. */
const vatFormats: Readonly<Record<string, VatFormat>> = {
  Austria: vat(/^ATU\d{8}$/, 'ATU12345678'),
  Belgium: vat(/^BE[01]\d{9}$/, 'BE0123456789'),
  Bulgaria: vat(/^BG\d{9,10}$/, 'BG123456789'),
  Croatia: vat(/^HR\d{11}$/, 'HR12345678901'),
  Cyprus: vat(/^CY\d{8}[A-Z]$/, 'CY12345678L'),
  Czechia: vat(/^CZ\d{8,10}$/, 'CZ12345678'),
  Denmark: vat(/^DK\d{8}$/, 'DK12345678'),
  Estonia: vat(/^EE\d{9}$/, 'EE123456789'),
  Finland: vat(/^FI\d{8}$/, 'FI12345678'),
  France: vat(/^FR[0-9A-HJ-NP-Z]{2}\d{9}$/, 'FR12345678901'),
  Germany: vat(/^DE\d{9}$/, 'DE123456789'),
  Greece: vat(/^EL\d{9}$/, 'EL123456789'),
  Hungary: vat(/^HU\d{8}$/, 'HU12345678'),
  Ireland: vat(/^IE(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/, 'IE1234567WA'),
  Italy: vat(/^IT\d{11}$/, 'IT12345678901'),
  Latvia: vat(/^LV\d{11}$/, 'LV12345678901'),
  Lithuania: vat(/^LT(?:\d{9}|\d{12})$/, 'LT123456789'),
  Luxembourg: vat(/^LU\d{8}$/, 'LU12345678'),
  Malta: vat(/^MT\d{8}$/, 'MT12345678'),
  Netherlands: vat(/^NL[0-9A-Z+*]{10}\d{2}$/, 'NL123456789B01'),
  Norway: vat(/^(?:NO)?\d{9}(?:MVA)?$/, 'NO123456789MVA'),
  Poland: vat(/^PL\d{10}$/, 'PL1234567890'),
  Portugal: vat(/^PT\d{9}$/, 'PT123456789'),
  Romania: vat(/^RO\d{2,10}$/, 'RO1234567890'),
  Slovakia: vat(/^SK\d{10}$/, 'SK1234567890'),
  Slovenia: vat(/^SI\d{8}$/, 'SI12345678'),
  Spain: vat(/^ES[A-Z0-9]\d{7}[A-Z0-9]$/, 'ESA12345678'),
  Sweden: vat(/^SE\d{12}$/, 'SE123456789012'),
  Switzerland: vat(/^CHE\d{9}(?:MWST|TVA|IVA)?$/, 'CHE-123.456.789 MWST'),
  'United Kingdom': vat(/^(?:GB|XI)(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/, 'GB123456789'),
};

/** Whether numbers of the country are checked. */
export const hasVatFormat = (country: string): boolean => vatFormats[country] !== undefined;

/** Why a VAT number can not be one of the country; undefined for one that can, and for a country without a known format. */
export function findVatProblem(country: string, vatNumber: string): string | undefined {
  const format = vatFormats[country];
  if (!format) return undefined;
  const plain = vatNumber.replaceAll(/[\s.-]/g, '').toUpperCase();
  if (!format.pattern.test(plain)) return `A VAT number of ${country} looks like ${format.example}.`;
  const { isValid, isValidFormat } = checkVAT(plain, checked);
  // What the library does not know, such as numbers of Northern Ireland, has no check digits here.
  if (isValid || !isValidFormat) return undefined;
  return 'The check digits of this VAT number are not right. Compare it with your registration.';
}
