import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { CompanyAttention } from '#contract/attention/attention-facts.ts';
import { grossWords, netWords } from '#features/billing/contract/vat-words.ts';
import type { ListedCompany } from '#features/company/contract/companies.ts';
import { isOperatorAtHome, useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { paths } from '#web/paths.ts';
import { DownloadMenu, toDownloadable } from '#web/records/downloads/download-menu.tsx';
import { useOnlyInUrl, type Narrowing } from '#web/records/use-only-in-url.tsx';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import { useRecordList } from '#web/records/use-record-list.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Row } from '#web/ui/layout/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { RecordToolbar } from '#web/ui/records/record-toolbar.tsx';
import { useBilledSince } from './billed-since-dialog.tsx';
import {
  companiesQuery,
  companyFiguresQuery,
  useApproveCompany,
  useCancelDeletion,
  useReactivateCompany,
} from './companies.queries.ts';
import { companyColumns, parseCompaniesAddress } from './company-columns.tsx';
import type { CompanyRow } from './company-row.ts';
import { DeletionDialog } from './deletion-dialog.tsx';
import {
  narrowingsOfList,
  OperatorAttention,
  toLinesOfList,
  toNarrowings,
  useOperatorAttention,
} from './operator-attention.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import { useOpenCompany } from '#web/records/companies/use-open-company.ts';
import { useOpeningQuestion } from '#web/records/companies/use-opening-question.tsx';

const NotesDialog = lazy(() => import('./notes/notes-dialog.tsx').then((module) => ({ default: module.NotesDialog })));

/** A shorter list needs no search. */
const searchFromCount = 11;

/** The widths below which the day of the sign-up, and then the users, would take the room of the others. */
const middle = '(max-width: 1399px)';
const narrow = '(max-width: 1319px)';
/** Beside the whole menu, which is a bar of icons below. */
const tight = '(min-width: 1024px) and (max-width: 1119px)';

/** `/companies`: every company of the portal, for the provider's SuperAdmins. */
export function CompaniesPage() {
  const user = useCurrentUser();
  const { companyId, timeZone } = user;
  const { dialog, askToOpen } = useOpeningQuestion(companyId);
  const [suspended, setSuspended] = useState<CompanyRow>();
  const { all, figures } = useAllCompanies();
  const linesOfList = toLinesOfList(all, timeZone, setSuspended);
  const attention = useOperatorAttention((company) => askToOpen(company), linesOfList);
  const { rows, notice, isNarrowed } = useOnlyInUrl(all, useNarrowings(attention.companies));
  const { records, found, isFiltered, toolbar, table } = useRecordList({
    records: rows,
    columns: companyColumns,
    parse: parseCompaniesAddress,
    one: 'company',
    many: 'companies',
  });
  const isMiddle = useMediaQuery(middle);
  const isNarrow = useMediaQuery(narrow);
  const isTight = useMediaQuery(tight);
  const { approve, approvingId } = useApproval();
  const reactivate = useReactivation();
  const billedSince = useBilledSince();
  const [deleted, setDeleted] = useState<ListedCompany>();
  const cancelDeletion = useDeletionCancelling();
  const open = useOpenCompany();
  const notes = useOverlayInUrl('notes');
  return (
    <>
      <PageHeader
        title="Companies"
        purpose={`All companies. Your actions in a company are recorded in its audit log. Spend and runs that are not billed are of the month so far, spend ${netWords}; overdue invoices are ${grossWords}.`}
        actions={
          isOperatorAtHome(user) && (
            <DownloadMenu
              label="Download companies"
              isEmpty={found?.length === 0}
              choices={[
                toDownloadable(
                  'companies',
                  isFiltered || isNarrowed ? { companies: found?.map(({ id }) => id) ?? [] } : {},
                ),
              ]}
            />
          )
        }
      />
      <OperatorAttention attention={attention} />
      {notice}
      {records && records.length >= searchFromCount && <RecordToolbar {...toolbar} />}
      <FiguresError {...figures} />
      <RecordTable
        {...table}
        caption="Companies"
        getKey={({ id }) => id}
        isCurrent={({ id }) => id === companyId}
        context={{
          currentId: companyId,
          timeZone,
          search: table.search,
          isMiddle,
          isNarrow,
          isTight,
          approvingId,
          onApprove: (company) => void approve(company),
          onSuspend: setSuspended,
          onBilledSince: billedSince.ask,
          onReactivate: (company) => void reactivate(company),
          onDelete: setDeleted,
          onCancelDeletion: (company) => void cancelDeletion(company),
          onOpen: ({ id }) => void open(id),
          onOpenUsers: (company) => askToOpen(company, { path: paths.users() }),
          onOpenOverdue: (company) => askToOpen(company, { path: paths.billing(), search: { only: 'overdue' } }),
          onNotes: ({ id }) => notes.open(id),
          onPrices: (company) => askToOpen(company, { path: paths.agreedPrices() }),
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
      {dialog}
      {billedSince.dialog}
      {suspended && <SuspendDialog company={suspended} onClose={() => setSuspended(undefined)} />}
      <OpenedNotes />
      {deleted && <DeletionDialog company={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}

/** The notes that the address opens. */
function OpenedNotes() {
  const { openId, close } = useOverlayInUrl('notes');
  if (openId === undefined) return null;
  return (
    <Suspense>
      <NotesDialog key={openId} companyId={openId} onClose={close} />
    </Suspense>
  );
}

/** The companies of each line above, to which the address narrows the list. */
function useNarrowings(
  asked: readonly CompanyAttention[] | undefined,
): Readonly<Record<string, Narrowing<CompanyRow>>> {
  return useMemo(() => ({ ...toNarrowings(asked), ...narrowingsOfList }), [asked]);
}

/** The companies with their sums. */
function useAllCompanies() {
  const { data } = useQuery(companiesQuery);
  const { data: figures, error, isFetching, refetch } = useQuery(companyFiguresQuery);
  const all = useMemo(() => {
    const byId = new Map(figures?.map((each) => [each.id, each]));
    return data?.map((company): CompanyRow => ({ ...company, figures: byId.get(company.id) }));
  }, [data, figures]);
  const retry = () => void refetch();
  return { all, figures: { hasFailed: error !== null && !figures, isFetching, retry } };
}

/** Says that the sums of the list are missing; the list itself stands. */
function FiguresError({ hasFailed, isFetching, retry }: ReturnType<typeof useAllCompanies>['figures']) {
  if (!hasFailed) return null;
  return (
    <Row gap={3} size="sm" tone="soft" below={4} tall role="status">
      <span>Spend, overdue invoices, unbilled runs, last conversations and notes could not be loaded.</span>
      <LinkButton disabled={isFetching} onClick={retry}>
        Retry
      </LinkButton>
    </Row>
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
