/** The countries of a company form, by their English names. */
export const countries: readonly string[] =
  `Afghanistan|Albania|Algeria|Andorra|Angola|Antigua and Barbuda|Argentina|Armenia|Australia|Austria|Azerbaijan|Bahamas|Bahrain|Bangladesh|Barbados|Belarus|Belgium|Belize|Benin|Bhutan|Bolivia|Bosnia and Herzegovina|Botswana|Brazil|Brunei|Bulgaria|Burkina Faso|Burundi|Cabo Verde|Cambodia|Cameroon|Canada|Central African Republic|Chad|Chile|China|Colombia|Comoros|Congo|Costa Rica|Côte d’Ivoire|Croatia|Cuba|Cyprus|Czechia|Democratic Republic of the Congo|Denmark|Djibouti|Dominica|Dominican Republic|Ecuador|Egypt|El Salvador|Equatorial Guinea|Eritrea|Estonia|Eswatini|Ethiopia|Fiji|Finland|France|Gabon|Gambia|Georgia|Germany|Ghana|Greece|Grenada|Guatemala|Guinea|Guinea-Bissau|Guyana|Haiti|Honduras|Hong Kong|Hungary|Iceland|India|Indonesia|Iran|Iraq|Ireland|Israel|Italy|Jamaica|Japan|Jordan|Kazakhstan|Kenya|Kiribati|Kosovo|Kuwait|Kyrgyzstan|Laos|Latvia|Lebanon|Lesotho|Liberia|Libya|Liechtenstein|Lithuania|Luxembourg|Madagascar|Malawi|Malaysia|Maldives|Mali|Malta|Marshall Islands|Mauritania|Mauritius|Mexico|Micronesia|Moldova|Monaco|Mongolia|Montenegro|Morocco|Mozambique|Myanmar|Namibia|Nauru|Nepal|Netherlands|New Zealand|Nicaragua|Niger|Nigeria|North Korea|North Macedonia|Norway|Oman|Pakistan|Palau|Palestine|Panama|Papua New Guinea|Paraguay|Peru|Philippines|Poland|Portugal|Qatar|Romania|Russia|Rwanda|Saint Kitts and Nevis|Saint Lucia|Saint Vincent and the Grenadines|Samoa|San Marino|São Tomé and Príncipe|Saudi Arabia|Senegal|Serbia|Seychelles|Sierra Leone|Singapore|Slovakia|Slovenia|Solomon Islands|Somalia|South Africa|South Korea|South Sudan|Spain|Sri Lanka|Sudan|Suriname|Sweden|Switzerland|Syria|Taiwan|Tajikistan|Tanzania|Thailand|Timor-Leste|Togo|Tonga|Trinidad and Tobago|Tunisia|Türkiye|Turkmenistan|Tuvalu|Uganda|Ukraine|United Arab Emirates|United Kingdom|United States|Uruguay|Uzbekistan|Vanuatu|Vatican City|Venezuela|Vietnam|Yemen|Zambia|Zimbabwe`.split(
    '|',
  );

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

/** Why a VAT number can not be one of the country; undefined for one that can, and for a country without a known format. */
export function findVatProblem(country: string, vatNumber: string): string | undefined {
  const format = vatFormats[country];
  if (!format || format.pattern.test(vatNumber.replaceAll(/[\s.-]/g, '').toUpperCase())) return undefined;
  return `A VAT number of ${country} looks like ${format.example}.`;
}
