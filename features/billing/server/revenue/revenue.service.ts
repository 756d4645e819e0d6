import { addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import { revenueMonths, type Revenue, type RevenueRow } from '#features/billing/contract/revenue/revenue.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { Uses } from '#server/portal/portal.ts';
import { toListedRows, type RowSet } from '#server/lib/row-file.ts';
import { listDeletedRevenue, listNames, listRevenue } from './revenue.repository.ts';

/** Lists the revenue of all companies, deleted ones too, in three statements; months are those of the issuer. */
export async function getRevenue({
  database,
  clock,
  provider,
}: Uses<'database' | 'clock'> & { readonly provider: { readonly timeZone: string } }): Promise<Revenue> {
  const present = getMonth(getDay(clock.now().getTime(), provider.timeZone));
  const months = Array.from({ length: revenueMonths }, (_, index) => addMonths(present, index + 1 - revenueMonths));
  const [first = present] = months;
  const [companies, sums, deleted] = await database.inSystem('companies.list', (tx) =>
    Promise.all([
      listNames(tx),
      listRevenue(tx, { first, until: addMonths(present, 1) }),
      listDeletedRevenue(tx, { first }),
    ]),
  );
  const byCompany = Map.groupBy(sums, ({ companyId }) => companyId);
  const rows = [
    ...companies.map((company) => ({ ...company, isDeleted: false, revenue: byCompany.get(company.id) ?? [] })),
    ...deleted.map((company) => ({ ...company, isDeleted: true })),
  ].flatMap(({ id, name, isDeleted, revenue }) =>
    revenue
      .filter(({ month }) => month >= first)
      .toSorted((one, other) => one.month.localeCompare(other.month))
      .map(({ month, net, invoices, creditNotes }) => ({
        companyId: id,
        companyName: name,
        isDeleted,
        period: month.slice(0, 7),
        net: toEuros(net),
        invoices,
        creditNotes,
      })),
  );
  return { periods: months.map((month) => month.slice(0, 7)), rows };
}

/** The rows of a file, of some companies where the filter names them. */
export const toRevenueRows = (
  { rows }: Revenue,
  { companies }: { companies?: readonly string[] | undefined },
): RowSet =>
  toListedRows<RevenueRow>(
    [
      { key: 'companyId', label: 'Company ID', value: ({ companyId }) => companyId },
      { key: 'company', label: 'Company', value: ({ companyName }) => companyName },
      { key: 'period', label: 'Month of issue', value: ({ period }) => period },
      { key: 'net', label: 'Revenue (EUR net)', value: ({ net }) => net },
      { key: 'invoices', label: 'Invoices', value: ({ invoices }) => invoices },
      { key: 'creditNotes', label: 'Credit notes', value: ({ creditNotes }) => creditNotes },
    ],
    rows.filter(({ companyId }) => companies?.includes(companyId) ?? true),
  );
