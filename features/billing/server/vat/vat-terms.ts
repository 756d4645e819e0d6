import { getVatRate } from '#features/billing/contract/vat-rates.ts';
import type { Provider } from '../invoices/provider.ts';
import type { VatTerms } from '../invoices/vat.ts';
import { toPlainVatNumber } from './propose-vat.ts';
import type { VatTreatment } from '#features/billing/contract/vat.ts';

/** A decision of the provider; `reason` is empty where none is needed. */
interface Decision {
  readonly treatment: VatTreatment;
  readonly validFrom: string;
  readonly vatNumber: string | null;
  readonly reason: string;
}

/** How a supply of a calendar day is taxed. */
export type GetVatTerms = (day: string) => VatTerms;

/** The decision that holds on a day; undefined where the provider has made none. @param decisions the last one first */
export const findDecision = <Given extends Pick<Decision, 'validFrom'>>(
  decisions: readonly Given[],
  day: string,
): Given | undefined => decisions.find(({ validFrom }) => validFrom <= day);

/** By the provider's decisions, and its VAT where it has made none: never by what the company has entered. */
export function toVatTerms(
  { vatRates }: Pick<Provider, 'vatRates'>,
  decisions: readonly Decision[],
  day: string,
): VatTerms {
  const decision = findDecision(decisions, day);
  if (!decision || decision.treatment === 'domestic') {
    return { treatment: 'domestic', rate: getVatRate(vatRates, day), customerVatNumber: null, reason: null };
  }
  const { treatment, vatNumber, reason } = decision;
  return {
    treatment,
    rate: 0,
    customerVatNumber: treatment === 'reverseCharge' ? toPlainVatNumber(vatNumber) : null,
    reason: treatment === 'exempt' ? reason : null,
  };
}
