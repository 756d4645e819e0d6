import { findCountryCode, isInUnion, toVatPrefix } from '#features/billing/contract/countries.ts';
import type { VatTreatment } from '#features/billing/contract/vat.ts';
import { findVatProblem } from '#features/billing/contract/vat-numbers.ts';

export interface TaxedCompany {
  /** English name, as in its profile. */
  readonly country: string | null;
  readonly vatNumber: string | null;
}

/** Without spaces, dots and hyphens, in capitals. */
export const toPlainVatNumber = (text: string | null): string => (text ?? '').replaceAll(/[\s.-]/g, '').toUpperCase();

/** The country of a VAT number by its letters: Greece writes EL, and Northern Ireland, which is outside for services, XI. */
const toCountryCode = (vatNumber: string): string => {
  const letters = vatNumber.slice(0, 2);
  return { EL: 'GR', XI: 'GB' }[letters] ?? letters;
};

/**
 * How a business in this country is taxed by what it has entered; null without a country of the list. A number counts only
 * where it is one of the country in the profile: a Mexican `SE…` is no number of Sweden, and `XI…` no number of the Union.
 */
export function proposeVat(company: TaxedCompany, providerVatNumber: string): VatTreatment | null {
  const code = findCountryCode(company.country);
  if (code === undefined) return null;
  const own = toCountryCode(providerVatNumber);
  if (code === own || (code === 'MC' && own === 'FR')) return 'domestic';
  if (!isInUnion(code) || !isInUnion(own)) return 'outsideUnion';
  return isUnionNumber(company, code) ? 'reverseCharge' : 'domestic';
}

/** Whether the provider has to decide: something else than its VAT is proposed, or the company is no longer what was decided on. */
export function isVatOpen(
  { country, vatNumber, isProvider }: TaxedCompany & { readonly isProvider: boolean },
  decision: TaxedCompany | undefined,
  proposed: VatTreatment | null,
): boolean {
  if (isProvider || proposed === null) return false;
  if (!decision) return proposed !== 'domestic';
  return decision.country !== country || toPlainVatNumber(decision.vatNumber) !== toPlainVatNumber(vatNumber);
}

function isUnionNumber({ country, vatNumber }: TaxedCompany, code: string): boolean {
  const number = toPlainVatNumber(vatNumber);
  // Monaco has numbers of France.
  const numbered = code === 'MC' ? 'France' : (country ?? '');
  return number.startsWith(toVatPrefix(code)) && findVatProblem(numbered, number) === undefined;
}
