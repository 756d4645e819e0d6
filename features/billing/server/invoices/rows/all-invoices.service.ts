import { matchesInvoice, type InvoiceFilter } from '#features/billing/contract/invoices/invoice-filters.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { InvoiceRow } from './invoice-rows.ts';
import { listAllInvoices } from '../invoices.repository.ts';
import { getToday, toInvoice } from '../invoices.service.ts';
import { findIssuedVat } from '../vat.ts';

/** Lists the provider's invoices and credit notes of all companies that the filter leaves, each by the day of its company. */
export async function listAllInvoiceRows(
  { database, clock }: Uses<'database' | 'clock'>,
  actor: Actor,
  filter: InvoiceFilter,
): Promise<InvoiceRow[]> {
  const listed = await database.inSystem('invoices.list-all', listAllInvoices);
  return listed
    .map(({ companyName: company, timeZone, vatNumber, ...stored }) => ({
      invoice: { ...toInvoice(stored, actor, getToday({ timeZone }, clock)), company },
      vat: findIssuedVat(stored),
      vatNumber,
    }))
    .filter(({ invoice }) => matchesInvoice(invoice, filter));
}
