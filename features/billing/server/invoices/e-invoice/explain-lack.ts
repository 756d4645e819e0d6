import { findCountryCode } from '#features/billing/contract/countries.ts';
import type { Paper } from '../pdf/invoice-document.ts';
import type { Provider } from '../provider.ts';
import { hasOutsideBesideOthers } from './to-e-invoice.ts';
import { toSeller } from './to-seller.ts';

/** Says why an issued paper could not be said by EN 16931; undefined where its sums alone are why. */
export function explainLack(
  { vat, customer }: Pick<Paper, 'vat' | 'customer'>,
  provider: Provider,
): string | undefined {
  if (!vat.areLinesNet) return 'Its lines include VAT.';
  if (hasOutsideBesideOthers(vat)) return 'It has lines outside the scope of VAT beside others.';
  // The country is the last line of an address; the VAT number stands below it.
  const country = customer.lines.findLast((line) => !line.startsWith('VAT ')) ?? null;
  if (findCountryCode(country) === undefined)
    return 'The country of the buyer was missing or unknown when it was issued.';
  if (toSeller(provider) === null) return 'The country of the seller is missing.';
  return undefined;
}
