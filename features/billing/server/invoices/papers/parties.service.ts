import type { Party } from '#server/lib/pdf/parts.ts';
import type { Uses } from '#server/portal/portal.ts';
import { getCustomer } from '../invoices.repository.ts';
import { toCustomerParty, toSellerParty } from '../issue-document.ts';

/** Both sides as a paper of now would name them. */
export async function getParties(
  { database, provider }: Uses<'database' | 'provider'>,
  companyId: string,
): Promise<{ readonly customer: Party; readonly seller: Party }> {
  const customer = await database.inCompany.read(companyId, getCustomer);
  return { customer: toCustomerParty(customer), seller: toSellerParty(provider) };
}
