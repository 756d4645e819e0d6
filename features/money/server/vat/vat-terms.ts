import { getVatRate } from '#features/money/contract/vat-rates.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { Provider } from '../invoices/provider.ts';
import type { VatTerms } from '../invoices/vat.ts';
import { toPlainVatNumber } from './propose-vat.ts';
import { listVatDecisions, type StoredVatDecision } from './vat-decisions.repository.ts';

/** How a supply of a calendar day is taxed. */
export type GetVatTerms = (day: string) => VatTerms;

/** The decision that holds on a day; undefined where the provider has made none. @param decisions the last one first */
export const findDecision = (decisions: readonly StoredVatDecision[], day: string): StoredVatDecision | undefined =>
  decisions.find(({ validFrom }) => validFrom <= day);

/** By the provider's decisions, and its VAT where it has made none: never by what the company has entered. */
export function toVatTerms(
  { vatRates }: Pick<Provider, 'vatRates'>,
  decisions: readonly StoredVatDecision[],
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

/** Reads the decisions of the company, and answers how a supply of any day is taxed. */
export async function loadVatTerms(tx: CompanyTransaction, provider: Pick<Provider, 'vatRates'>): Promise<GetVatTerms> {
  const decisions = await listVatDecisions(tx);
  return (day) => toVatTerms(provider, decisions, day);
}
