import { useQuery } from '@tanstack/react-query';
import type { ListedCompany } from '#contract/companies.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { parseSearchText } from '../../records/list-address.ts';
import { useSearchInUrl } from '../../records/use-search-in-url.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/records/empty-state.tsx';
import { RecordTable } from '../../ui/records/record-table.tsx';
import { RecordToolbar } from '../../ui/records/record-toolbar.tsx';
import { useFoundRecords } from '../../ui/records/use-found-records.ts';
import { companiesQuery, useApproveCompany } from './companies.queries.ts';
import { companyColumns } from './company-columns.tsx';
import { useOpenCompany } from './use-open-company.ts';

/** A shorter list needs no search. */
const searchFromCount = 11;

/** `/companies`: every company of the portal, for the provider's SuperAdmins. */
export function CompaniesPage() {
  usePageTitle('Companies');
  const { companyId, timeZone } = useCurrentUser();
  const { data } = useQuery(companiesQuery);
  const { filter, setText } = useSearchInUrl({ parse: parseSearchText });
  const { records: companies, found } = useFoundRecords({ records: data, columns: companyColumns, filter });
  const { approve, approvingId } = useApproval();
  const open = useOpenCompany();
  return (
    <>
      <PageHeader
        title="Companies"
        purpose="Every company of the portal. What you do after opening one is in its audit log, with your name."
      />
      {companies && companies.length >= searchFromCount && (
        <RecordToolbar search={filter.search} onSearch={setText} searchLabel="Search companies" />
      )}
      <RecordTable
        caption="Companies"
        columns={companyColumns}
        rows={found}
        getKey={({ id }) => id}
        isCurrent={({ id }) => id === companyId}
        context={{
          currentId: companyId,
          timeZone,
          approvingId,
          onApprove: (company) => void approve(company),
          onOpen: ({ id }) => void open(id),
        }}
        loadingLabel="Loading companies"
        empty={
          companies?.length === 0 ? (
            <EmptyState drawing="building" text="No companies to display." />
          ) : (
            <EmptyState drawing="search" text="No companies matching the current search." />
          )
        }
        isDense
      />
    </>
  );
}

function useApproval() {
  const approveCompany = useApproveCompany();
  async function approve({ id, name }: ListedCompany) {
    try {
      await approveCompany.mutateAsync({ params: { id } });
      showToast(`${name} has been approved.`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }
  return { approve, approvingId: approveCompany.isPending ? approveCompany.variables.params.id : undefined };
}
