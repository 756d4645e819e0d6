import { countries, findCountryCode } from '#features/billing/contract/countries.ts';
import { parsePeppolId } from '#features/billing/contract/e-invoice/peppol-ids.ts';
import type { Provider } from '../provider.ts';
import type { EInvoice } from './e-invoice.ts';

/** A line such as `10412 Tallinn` or `D-50667 Köln`. */
const postCodeAndCity = /^((?:[A-Z]{1,2}-)?\d[\d ]*\d)\s+(\D+)$/u;

/**
 * The provider as a seller: its settings have an address by lines, of which one can be a country, and one a post code with the city.
 * Without a country that of its VAT number counts. Null where there is neither.
 */
export function toSeller({
  name,
  addressLines,
  registrationNumber,
  peppolId,
  vatNumber: typedVatNumber,
  email,
  phone,
}: Provider): EInvoice['seller'] | null {
  const vatNumber = typedVatNumber.replaceAll(/[\s.-]/g, '').toUpperCase();
  const country = findCountryCode(addressLines.at(-1) ?? null) ?? toCountry(vatNumber);
  if (country === null) return null;
  const place = addressLines.map((line) => postCodeAndCity.exec(line)).find((match) => match !== null);
  const [placeLine = null, postCode = null, city = null] = place ?? [];
  return {
    name,
    registrationNumber,
    vatNumber,
    electronicAddress: parsePeppolId(peppolId ?? '') ?? null,
    contact: { name, phone, email },
    address: {
      lines: addressLines.filter((line) => line !== placeLine && findCountryCode(line) === undefined),
      city,
      postCode,
      region: null,
      country,
    },
  };
}

/** The country of a VAT number: Greece has EL. */
function toCountry(vatNumber: string): string | null {
  const prefix = vatNumber.slice(0, 2).replace('EL', 'GR');
  return countries.some((name) => findCountryCode(name) === prefix) ? prefix : null;
}
