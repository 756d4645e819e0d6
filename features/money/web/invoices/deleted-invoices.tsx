import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DeletedInvoice } from '#features/money/contract/invoices.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { formatDateTime, formatLongDay, formatMonth } from '#contract/calendar/formats.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import { deletedInvoicesQuery, useIssueAgain } from './invoices.queries.ts';

interface CellContext {
  timeZone: string;
  issuingId: string | undefined;
  onIssue: (invoice: DeletedInvoice) => void;
}

const columns = defineColumns<DeletedInvoice, CellContext>([
  { key: 'invoiceId', isName: true, label: 'Invoice ID', overflow: 'anywhere', text: ({ invoiceId }) => invoiceId },
  { key: 'period', label: 'Month', width: '15%', text: ({ period }) => formatMonth(period) },
  { key: 'dueDate', label: 'Due date', width: '20%', text: ({ dueDate }) => formatLongDay(dueDate) },
  { key: 'total', label: 'Total', width: '14%', align: 'end', text: ({ total }) => formatEuroAmount(total) },
  {
    key: 'deletedAt',
    label: 'Deleted',
    width: '20%',
    cell: ({ deletedAt }, { timeZone }) => <time dateTime={deletedAt}>{formatDateTime(deletedAt, timeZone)}</time>,
  },
  {
    key: 'issue',
    label: 'Issue again',
    isLabelHidden: true,
    width: '9rem',
    align: 'end',
    cell: (invoice, { issuingId, onIssue }) => (
      <Button
        variant="default"
        size="compact-sm"
        loading={issuingId === invoice._id}
        aria-label={`Issue ${invoice.invoiceId} again`}
        onClick={() => onIssue(invoice)}
      >
        Issue again
      </Button>
    ),
  },
]);

/** For the provider: deleted invoices of closed months. Nothing where there are none. */
export function DeletedInvoices() {
  const { timeZone } = useCurrentUser();
  const { data: deleted } = useQuery(deletedInvoicesQuery);
  const { mutateAsync, isPending, variables } = useIssueAgain();
  if (!deleted || deleted.length === 0) return null;

  async function issue({ _id, invoiceId }: DeletedInvoice) {
    try {
      await mutateAsync({ params: { _id } });
      showToast(`Invoice ${invoiceId} has been issued again.`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }

  return (
    <Block as="section" above={12} aria-labelledby="deleted-invoices">
      <h2 id="deleted-invoices">Deleted invoices</h2>
      <Text measure={42} above={2} below={4} tone="soft">
        These months have no invoice until you issue it again. It keeps its number and dates and bills the usage of its
        month.
      </Text>
      <RecordTable
        caption="Deleted invoices"
        columns={columns}
        rows={deleted}
        getKey={({ _id }) => _id}
        context={{
          timeZone,
          issuingId: isPending ? variables.params._id : undefined,
          onIssue: (invoice) => void issue(invoice),
        }}
        loadingLabel="Loading deleted invoices"
        empty={null}
      />
    </Block>
  );
}
