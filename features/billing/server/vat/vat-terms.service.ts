import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { Provider } from '../invoices/provider.ts';
import { listVatDecisions } from './vat-decisions.repository.ts';
import { toVatTerms, type GetVatTerms } from './vat-terms.ts';

/** Reads the decisions of the company, and answers how a supply of any day is taxed. */
export async function getVatTerms(tx: CompanyTransaction, provider: Pick<Provider, 'vatRates'>): Promise<GetVatTerms> {
  const decisions = await listVatDecisions(tx);
  return (day) => toVatTerms(provider, decisions, day);
}
