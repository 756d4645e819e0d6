import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { toErrorWords } from '../../api/error-words.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import type { Tenant } from '#contract/companies.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/records/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox } from '../../ui/records/search-box.tsx';
import { SkeletonTable } from '../../ui/records/skeleton-table.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { CompaniesTable, companyColumns } from './companies-table.tsx';
import styles from './companies-table.module.css';
import { companiesQuery, useApproveCompany } from './companies.queries.ts';
import { useOpenCompany } from './use-open-company.ts';

/** Fewer companies are overlooked at a glance. */
const searchFrom = 11;

/** `/companies`: every tenant, for the provider's SuperAdmins. */
export function CompaniesPage() {
  usePageTitle('Companies');
  const { companyId, timeZone } = useCurrentUser();
  const { data: tenants } = useQuery(companiesQuery);
  const approveCompany = useApproveCompany();
  const open = useOpenCompany();
  const { text, search } = useCompanySearch();
  const needle = text.trim().toLowerCase();
  const found = tenants?.filter(({ name }) => name.toLowerCase().includes(needle));

  async function approve({ id, name }: Tenant) {
    try {
      await approveCompany.mutateAsync({ params: { id } });
      showToast(`${name} has been approved.`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }

  return (
    <>
      <PageHeader
        title="Companies"
        purpose="Every company of the portal. What you do after opening one is in its audit log, with your name."
      />
      {!tenants && <SkeletonTable columns={companyColumns} label="Loading companies" />}
      {tenants && tenants.length >= searchFrom && (
        <div className={styles.search}>
          <SearchBox value={text} onChange={search} placeholder="Search..." label="Search companies" />
        </div>
      )}
      {tenants?.length === 0 && <EmptyState drawing="building" text="No companies to display." />}
      {tenants && tenants.length > 0 && found?.length === 0 && (
        <EmptyState drawing="search" text="No companies matching the current search." />
      )}
      {found && found.length > 0 && (
        <CompaniesTable
          tenants={found}
          currentId={companyId}
          timeZone={timeZone}
          approvingId={approveCompany.isPending ? approveCompany.variables.params.id : undefined}
          onApprove={(tenant) => void approve(tenant)}
          onOpen={(tenant) => void open(tenant.id)}
        />
      )}
    </>
  );
}

/** The text searched for, kept in the address (`?search=`). */
function useCompanySearch() {
  const navigate = useNavigate();
  const { search: inAddress } = useSearch({ strict: false }) as { search?: unknown };
  // The router reads ?search=2020 as a number.
  const isText = typeof inAddress === 'string' || typeof inAddress === 'number';
  const [text, setText] = useState(isText ? String(inAddress) : '');
  function search(typed: string) {
    setText(typed);
    void navigate({
      to: paths.companies(),
      search: typed.trim() === '' ? {} : { search: typed },
      replace: true,
      resetScroll: false,
    });
  }
  return { text, search };
}
