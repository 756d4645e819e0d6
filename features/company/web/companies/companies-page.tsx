import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedCompany } from '#features/company/contract/companies.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { paths } from '#web/paths.ts';
import { useRecordList } from '#web/records/use-record-list.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { RecordToolbar } from '#web/ui/records/record-toolbar.tsx';
import { companiesQuery, useApproveCompany, useCancelDeletion, useReactivateCompany } from './companies.queries.ts';
import { CompaniesAttention } from './companies-attention.tsx';
import { companyColumns, parseCompaniesAddress } from './company-columns.tsx';
import { DeletionDialog } from './deletion-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import { useOpenCompany } from './use-open-company.ts';

/** A shorter list needs no search. */
const searchFromCount = 11;

/** `/companies`: every company of the portal, for the provider's SuperAdmins. */
export function CompaniesPage() {
  const { companyId, timeZone } = useCurrentUser();
  const { data } = useQuery(companiesQuery);
  const { records, toolbar, table } = useRecordList({
    records: data,
    columns: companyColumns,
    parse: parseCompaniesAddress,
    one: 'company',
    many: 'companies',
  });
  const { approve, approvingId } = useApproval();
  const reactivate = useReactivation();
  const [suspended, setSuspended] = useState<ListedCompany>();
  /** A line of it was chosen, but nothing of it is opened without a word. */
  const [actedIn, setActedIn] = useState<{ id: string; name: string }>();
  const [deleted, setDeleted] = useState<ListedCompany>();
  const cancelDeletion = useDeletionCancelling();
  const open = useOpenCompany();
  return (
    <>
      <PageHeader title="Companies" purpose="All companies. Your actions in a company are recorded in its audit log." />
      <CompaniesAttention
        onOpen={(company) => (company.id === companyId ? void open(undefined) : setActedIn(company))}
      />
      {records && records.length >= searchFromCount && <RecordToolbar {...toolbar} />}
      <RecordTable
        {...table}
        caption="Companies"
        getKey={({ id }) => id}
        isCurrent={({ id }) => id === companyId}
        context={{
          currentId: companyId,
          timeZone,
          search: table.search,
          approvingId,
          onApprove: (company) => void approve(company),
          onSuspend: setSuspended,
          onReactivate: (company) => void reactivate(company),
          onDelete: setDeleted,
          onCancelDeletion: (company) => void cancelDeletion(company),
          onOpen: ({ id }) => void open(id),
          onOpenUsers: ({ id }) => void open(id, paths.users()),
          onPrices: ({ id }) => void open(id, paths.agreedPrices()),
        }}
        empty={
          records?.length === 0 ? (
            <EmptyState drawing="building" text="No companies to display." />
          ) : (
            <EmptyState drawing="search" text="No companies matching the current search." />
          )
        }
        isDense
      />
      {actedIn && (
        <ActionDialog
          title={`Act in ${actedIn.name}?`}
          run={() => open(actedIn.id)}
          label={`Open ${actedIn.name}`}
          onClose={() => setActedIn(undefined)}
        >
          <p>Until you leave it, what you see and change is of this company, and its audit log names you.</p>
        </ActionDialog>
      )}
      {suspended && <SuspendDialog company={suspended} onClose={() => setSuspended(undefined)} />}
      {deleted && <DeletionDialog company={deleted} onClose={() => setDeleted(undefined)} />}
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

function useReactivation() {
  const reactivateCompany = useReactivateCompany();
  return async function reactivate({ id, name, status }: ListedCompany) {
    try {
      await reactivateCompany.mutateAsync({ params: { id } });
      const isBack = status === 'suspended';
      showToast(isBack ? `${name} has been reactivated.` : `The suspension of ${name} has been cancelled.`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  };
}

function useDeletionCancelling() {
  const cancelDeletion = useCancelDeletion();
  return async function cancel({ id, name }: ListedCompany) {
    try {
      await cancelDeletion.mutateAsync({ params: { id } });
      showToast(`The deletion of ${name} has been cancelled.`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  };
}
