const table =
  `Afghanistan AF|Åland Islands AX|Albania AL|Algeria DZ|American Samoa AS|Andorra AD|Angola AO|Anguilla AI|Antarctica AQ|Antigua and Barbuda AG|Argentina AR|Armenia AM|Aruba AW|Australia AU|Austria AT|Azerbaijan AZ|Bahamas BS|Bahrain BH|Bangladesh BD|Barbados BB|Belarus BY|Belgium BE|Belize BZ|Benin BJ|Bermuda BM|Bhutan BT|Bolivia BO|Bosnia and Herzegovina BA|Botswana BW|Bouvet Island BV|Brazil BR|British Indian Ocean Territory IO|British Virgin Islands VG|Brunei BN|Bulgaria BG|Burkina Faso BF|Burundi BI|Cabo Verde CV|Cambodia KH|Cameroon CM|Canada CA|Caribbean Netherlands BQ|Cayman Islands KY|Central African Republic CF|Chad TD|Chile CL|China CN|Christmas Island CX|Cocos (Keeling) Islands CC|Colombia CO|Comoros KM|Congo CG|Cook Islands CK|Costa Rica CR|Côte d’Ivoire CI|Croatia HR|Cuba CU|Curaçao AN|Cyprus CY|Czechia CZ|Democratic Republic of the Congo CD|Denmark DK|Djibouti DJ|Dominica DM|Dominican Republic DO|Ecuador EC|Egypt EG|El Salvador SV|Equatorial Guinea GQ|Eritrea ER|Estonia EE|Eswatini SZ|Ethiopia ET|Falkland Islands FK|Faroe Islands FO|Fiji FJ|Finland FI|France FR|French Guiana GF|French Polynesia PF|French Southern Territories TF|Gabon GA|Gambia GM|Georgia GE|Germany DE|Ghana GH|Gibraltar GI|Greece GR|Greenland GL|Grenada GD|Guadeloupe GP|Guam GU|Guatemala GT|Guernsey GG|Guinea GN|Guinea-Bissau GW|Guyana GY|Haiti HT|Heard and McDonald Islands HM|Honduras HN|Hong Kong HK|Hungary HU|Iceland IS|India IN|Indonesia ID|Iran IR|Iraq IQ|Ireland IE|Isle of Man IM|Israel IL|Italy IT|Jamaica JM|Japan JP|Jersey JE|Jordan JO|Kazakhstan KZ|Kenya KE|Kiribati KI|Kosovo XK|Kuwait KW|Kyrgyzstan KG|Laos LA|Latvia LV|Lebanon LB|Lesotho LS|Liberia LR|Libya LY|Liechtenstein LI|Lithuania LT|Luxembourg LU|Macao MO|Madagascar MG|Malawi MW|Malaysia MY|Maldives MV|Mali ML|Malta MT|Marshall Islands MH|Martinique MQ|Mauritania MR|Mauritius MU|Mayotte YT|Mexico MX|Micronesia FM|Moldova MD|Monaco MC|Mongolia MN|Montenegro ME|Montserrat MS|Morocco MA|Mozambique MZ|Myanmar MM|Namibia NA|Nauru NR|Nepal NP|Netherlands NL|New Caledonia NC|New Zealand NZ|Nicaragua NI|Niger NE|Nigeria NG|Niue NU|Norfolk Island NF|North Korea KP|North Macedonia MK|Northern Mariana Islands MP|Norway NO|Oman OM|Pakistan PK|Palau PW|Palestine PS|Panama PA|Papua New Guinea PG|Paraguay PY|Peru PE|Philippines PH|Pitcairn Islands PN|Poland PL|Portugal PT|Puerto Rico PR|Qatar QA|Réunion RE|Romania RO|Russia RU|Rwanda RW|Saint Barthélemy BL|Saint Helena SH|Saint Kitts and Nevis KN|Saint Lucia LC|Saint Martin MF|Saint Pierre and Miquelon PM|Saint Vincent and the Grenadines VC|Samoa WS|San Marino SM|São Tomé and Príncipe ST|Saudi Arabia SA|Senegal SN|Serbia RS|Seychelles SC|Sierra Leone SL|Singapore SG|Sint Maarten SX|Slovakia SK|Slovenia SI|Solomon Islands SB|Somalia SO|South Africa ZA|South Georgia and the South Sandwich Islands GS|South Korea KR|South Sudan SS|Spain ES|Sri Lanka LK|Sudan SD|Suriname SR|Svalbard and Jan Mayen SJ|Sweden SE|Switzerland CH|Syria SY|Taiwan TW|Tajikistan TJ|Tanzania TZ|Thailand TH|Timor-Leste TL|Togo TG|Tokelau TK|Tonga TO|Trinidad and Tobago TT|Tunisia TN|Türkiye TR|Turkmenistan TM|Turks and Caicos Islands TC|Tuvalu TV|U.S. Minor Outlying Islands UM|U.S. Virgin Islands VI|Uganda UG|Ukraine UA|United Arab Emirates AE|United Kingdom GB|United States US|Uruguay UY|Uzbekistan UZ|Vanuatu NH|Vatican City VA|Venezuela VE|Vietnam VN|Wallis and Futuna WF|Western Sahara EH|Yemen YE|Zambia ZM|Zimbabwe RH`.split(
    '|',
  );

/** The countries and territories of ISO 3166-1, and Kosovo, by their English names, for a company form. */
export const countries: readonly string[] = table.map((entry) => entry.slice(0, -3));

const codes = new Map(table.map((entry) => [entry.slice(0, -3), entry.slice(-2)]));

/** The code of ISO 3166-1 of a country of the list, `XK` for Kosovo; undefined for other texts, which older profiles have. */
export const findCountryCode = (name: string | null): string | undefined =>
  name === null ? undefined : codes.get(name);

/** The member states of the Union, and Monaco, which belongs to the VAT territory of France. */
const unionCodes = new Set(
  'AT BE BG CY CZ DE DK EE GR ES FI FR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '),
);

/** Whether a business there accounts for services from another member state itself (directive 2006/112/EC, article 196). */
export const isInUnion = (code: string): boolean => unionCodes.has(code);

/** Letters with which VAT numbers of a country of the Union begin, as VIES names it: those of the country but for two. */
export const toVatPrefix = (code: string): string => ({ GR: 'EL', MC: 'FR' })[code] ?? code;
