import { useQuery } from '@tanstack/react-query';
import { toErrorWords } from '../../api/error-words.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import type { Tenant } from '#contract/companies.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonTable } from '../../ui/skeleton-table.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { CompaniesTable, companyColumns } from './companies-table.tsx';
import { companiesQuery, useApproveCompany } from './companies.queries.ts';
import { useOpenCompany } from './use-open-company.ts';

/** `/companies`: every tenant, for the provider's SuperAdmins. */
export function CompaniesPage() {
  usePageTitle('Companies');
  const { companyId, timeZone } = useCurrentUser();
  const { data: tenants } = useQuery(companiesQuery);
  const approveCompany = useApproveCompany();
  const open = useOpenCompany();

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
      {tenants?.length === 0 && <EmptyState drawing="building" text="No companies to display." />}
      {tenants && tenants.length > 0 && (
        <CompaniesTable
          tenants={tenants}
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
