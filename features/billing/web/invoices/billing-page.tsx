import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { invoiceFilters, matchesInvoice } from '#features/billing/contract/invoices/invoice-filters.ts';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import { can } from '#contract/capabilities.ts';
import { isOperatorAtHome, useCurrentUser } from '#web/api/current-user.ts';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { parseFilters, toFilterQuery } from '#web/lib/filter-address.ts';
import { paths } from '#web/paths.ts';
import { DeleteRecords } from '#web/records/delete-records.tsx';
import { DownloadMenu, toDownloadable } from '#web/records/downloads/download-menu.tsx';
import { NewRecordLink } from '#web/records/new-record-link.tsx';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import { useSortInUrl } from '#web/records/use-sort-in-url.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { Row, Text } from '#web/ui/layout/layout.tsx';
import { BillLine } from '../bill/bill-line.tsx';
import { VatPart } from '../vat/vat-part.tsx';
import { YearArchive } from './year-archive.tsx';
import { invoiceColumns } from './invoice-columns.tsx';
import { InvoiceDialog } from './invoice-dialog.tsx';
import { InvoiceToolbar, OpenInvoices, type InvoiceFilterState } from './invoice-sums.tsx';
import { invoicesQuery, useDeleteInvoice, useUpdateInvoice } from './invoices.queries.ts';
import { MonthsToIssue } from './months-to-issue.tsx';
import { ProfileHint } from './profile-hint.tsx';
import { useDownloadInvoice } from './use-download-invoice.ts';
import { useSendAgain } from './use-send-again.ts';

const CreditDialog = lazy(() => import('./credit-dialog.tsx').then((module) => ({ default: module.CreditDialog })));

/** The invoices that the address leaves in the list: `?status=open&year=2026`. */
function useFilteredInvoices(invoices: readonly Invoice[] | undefined) {
  const navigate = useNavigate();
  const address: object = useSearch({ strict: false });
  const { status, year } = parseFilters(invoiceFilters, address);
  const rows = useMemo(
    () => invoices?.filter((invoice) => matchesInvoice(invoice, { status, year })),
    [invoices, status, year],
  );
  const change = (changed: Partial<InvoiceFilterState>) =>
    void navigate({ to: '.', search: { ...address, status, year, ...changed }, replace: true, resetScroll: false });
  return { filter: { status, year }, rows, change };
}

/** Words of a list in which the filters leave nothing. */
const emptyWords = {
  any: 'No invoice of this year.',
  open: 'No invoice is open.',
  overdue: 'No invoice is overdue.',
  paid: 'No invoice is paid.',
  credited: 'No invoice is credited.',
};

/** `/settings/billing`: every user sees and downloads the invoices, a SuperAdmin manages them (section 2.3). */
export function BillingPage() {
  const user = useCurrentUser();
  const { data: invoices } = useQuery(invoicesQuery);
  const { filter, rows: found, change } = useFilteredInvoices(invoices);
  const { rows: sorted, sort } = useSortInUrl({ records: found, columns: invoiceColumns });
  const [deleted, setDeleted] = useState<Invoice>();
  const [credited, setCredited] = useState<Invoice>();
  const deleteInvoice = useDeleteInvoice();
  const markPaid = useMarkPaid();
  const sendAgain = useSendAgain();
  const navigate = useNavigate();
  const { openId, getAddress, open, replace, close } = useOverlayInUrl('invoice');
  const { download } = useDownloadInvoice();
  return (
    <>
      <PageHeader
        title="Billing"
        isDense
        purpose="View and download your invoices. Totals include VAT. Payment is by bank transfer."
        actions={
          <>
            <DownloadMenu
              label="Download the list of invoices"
              isEmpty={found?.length === 0}
              choices={[toDownloadable('invoices', toFilterQuery(invoiceFilters, filter))]}
            />
            {can(user, 'invoices.manage') && (
              <NewRecordLink to={paths.newInvoice()} isQuiet>
                Add Invoice
              </NewRecordLink>
            )}
          </>
        }
      />
      <ProfileHint />
      {invoices && invoices.length > 0 && <OpenInvoices invoices={invoices} />}
      <BillLine />
      {invoices && found && invoices.length > 0 && (
        <InvoiceToolbar invoices={invoices} found={found} filter={filter} onChange={change} />
      )}
      <RecordTable
        caption="Invoices"
        columns={invoiceColumns}
        rows={sorted}
        sort={sort}
        getKey={({ _id }) => _id}
        context={{
          onDownload: (invoice) => void download(invoice),
          onMarkPaid: (invoice) => void markPaid(invoice),
          onEdit: ({ _id }) => void navigate({ to: paths.invoice(_id) }),
          onDelete: setDeleted,
          onCredit: setCredited,
          onSend: sendAgain,
        }}
        link={{ getAddress: ({ _id }) => getAddress(_id), open: ({ _id }) => open(_id) }}
        loadingLabel="Loading invoices"
        empty={
          invoices && invoices.length > 0 ? (
            <EmptyState drawing="papers" text={emptyWords[filter.status ?? 'any']}>
              <LinkButton onClick={() => change({ status: undefined, year: undefined })}>Show all</LinkButton>
            </EmptyState>
          ) : (
            <EmptyState drawing="papers" text="You don't have any invoices yet">
              Your first invoice appears after the first month with usage.
            </EmptyState>
          )
        }
      />
      <YearArchive invoices={invoices} year={filter.year} />
      {can(user, 'invoices.manage-issued') && <MonthsToIssue />}
      <VatPart />
      <SuspendOrganisation />
      {openId !== undefined && (
        <InvoiceDialog id={openId} listed={sorted} onOpen={replace} onClose={close} onCredit={setCredited} />
      )}
      <Suspense fallback={null}>
        {credited && <CreditDialog invoice={credited} onClose={() => setCredited(undefined)} />}
      </Suspense>
      <DeleteRecords
        records={deleted ? [deleted] : []}
        opened={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
        getWhat={() => 'invoice'}
        getName={({ invoiceId }) => invoiceId}
        deleteAll={(rows) => Promise.all(rows.map(({ _id }) => deleteInvoice.mutateAsync({ params: { id: _id } })))}
        getDoneText={() => 'The invoice has been deleted.'}
      />
    </>
  );
}

function useMarkPaid() {
  const { mutateAsync } = useUpdateInvoice();
  return async ({ _id, invoiceId, company, issueDate, dueDate, total, version }: Invoice) => {
    try {
      const body = { invoiceId, company, issueDate, dueDate, total, status: 'Paid' as const, version };
      await mutateAsync({ params: { _id }, body });
      showToast(`Invoice ${invoiceId} is marked as paid.`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  };
}

function SuspendOrganisation() {
  const user = useCurrentUser();
  const isProvider = can(user, 'companies.manage');
  return (
    <Row
      as="section"
      gap={8}
      rowGap={3}
      align="baseline"
      justify="between"
      wrap
      rule="above"
      above={12}
      pad={[6, 0, 0]}
      aria-labelledby="suspend-organisation"
    >
      <div>
        <h2 id="suspend-organisation">Suspend organisation</h2>
        <Text above={2} tone="soft" measure={42}>
          {describeSuspending(user)}
        </Text>
      </div>
      {isProvider ? <Link to={paths.companies()}>Companies</Link> : <Link to={paths.contacts()}>Contact us</Link>}
    </Row>
  );
}

/** Who suspends and reactivates the company, and how. The provider does it itself, with every company but its own. */
function describeSuspending(user: CurrentUser): string {
  const { companyName, suspension } = user;
  const isInForce = suspension?.isInForce === true;
  const effect = 'all paid features are disabled temporarily';
  const isPossible = 'eactivation is possible at any time';
  if (isOperatorAtHome(user)) {
    return `${companyName} provides the portal and cannot be suspended. Suspend another company by the menu of its row under Companies.`;
  }
  if (can(user, 'companies.manage')) {
    const state = isInForce ? `${companyName} is suspended: ${effect}. Reactivate it` : `Suspend ${companyName}`;
    return `${state} by the menu of its row under Companies${isInForce ? '' : `: ${effect}`}. R${isPossible}. Nothing is deleted.`;
  }
  return isInForce
    ? `${companyName} is suspended: ${effect}. To reactivate it, contact us: r${isPossible}. Nothing is deleted.`
    : `To suspend ${companyName}, contact us: ${effect}, and r${isPossible}. Nothing is deleted.`;
}
