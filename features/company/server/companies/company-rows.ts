import type { CompanyFigures, ListedCompany } from '#features/company/contract/companies.ts';
import { companyStatusWords } from '#features/company/contract/company-filters.ts';
import { grossWords, netWords } from '#features/billing/contract/vat-words.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { instantColumns, toListedRows, type RowSet } from '#server/lib/row-file.ts';

/** The list of companies as rows. Days are those of each company's zone, instants by the actor's. */
export function toCompanyRows(
  { timeZone: zone }: Actor,
  companies: readonly ListedCompany[],
  figures: readonly CompanyFigures[],
): RowSet {
  const byId = new Map(figures.map((each) => [each.id, each]));
  const toInstant = (text: string | undefined) => (text === undefined ? null : new Date(text));
  return toListedRows<ListedCompany>(
    [
      { key: 'id', label: 'Company ID', value: ({ id }) => id },
      { key: 'name', label: 'Company', value: ({ name }) => name },
      { key: 'status', label: 'Status', value: ({ status }) => companyStatusWords[status] },
      { key: 'isProvider', label: 'Provider', value: ({ isProvider }) => isProvider },
      { key: 'users', label: 'Users', value: ({ users }) => users },
      { key: 'spend', label: `Spend of the month (EUR ${netWords})`, value: ({ id }) => byId.get(id)?.spend ?? 0 },
      { key: 'overdueInvoices', label: 'Overdue invoices', value: ({ id }) => byId.get(id)?.overdue.count ?? 0 },
      { key: 'overdue', label: `Overdue (EUR ${grossWords})`, value: ({ id }) => byId.get(id)?.overdue.total ?? 0 },
      {
        key: 'unbilledRuns',
        label: 'Runs of the month reported as not billed',
        value: ({ id }) => byId.get(id)?.unbilledRuns ?? 0,
      },
      {
        key: 'unmappedRuns',
        label: 'Runs of the month mapped to no skill',
        value: ({ id }) => byId.get(id)?.unmappedRuns ?? 0,
      },
      {
        key: 'lastConversation',
        label: 'Last conversation',
        value: ({ id }) => byId.get(id)?.lastConversation ?? null,
      },
      ...instantColumns<ListedCompany>({ key: 'createdAt', label: 'Created', zone }, (each) =>
        toInstant(each.createdAt),
      ),
      ...instantColumns<ListedCompany>({ key: 'suspendedFrom', label: 'Suspended from', zone }, ({ suspension }) =>
        toInstant(suspension?.from),
      ),
      { key: 'suspensionReason', label: 'Reason', value: ({ suspension }) => suspension?.reason ?? null },
      ...instantColumns<ListedCompany>({ key: 'deletionDueAt', label: 'To be deleted at', zone }, ({ deletion }) =>
        toInstant(deletion?.dueAt),
      ),
    ],
    companies,
  );
}
