import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MonthToIssue } from '#features/billing/contract/credit/credit-notes.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { formatDateTime, formatMonth } from '#contract/calendar/formats.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import { monthsToIssueQuery, useIssueAgain } from './invoices.queries.ts';
import { useNoAddress } from './use-no-address.tsx';

interface CellContext {
  timeZone: string;
  issuingId: string | undefined;
  onIssue: (month: MonthToIssue) => void;
}

const columns = defineColumns<MonthToIssue, CellContext>([
  { key: 'invoiceId', isName: true, label: 'Invoice ID', overflow: 'anywhere', text: ({ invoiceId }) => invoiceId },
  { key: 'period', label: 'Month', width: '15%', text: ({ period }) => formatMonth(period) },
  { key: 'total', label: 'Total', width: '14%', align: 'end', text: ({ total }) => formatEuroAmount(total) },
  {
    key: 'since',
    label: 'Since',
    width: '20%',
    cell: ({ since }, { timeZone }) => <time dateTime={since}>{formatDateTime(since, timeZone)}</time>,
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

/** For the provider: months whose invoice was credited. Nothing where there are none. */
export function MonthsToIssue() {
  const { timeZone } = useCurrentUser();
  const { data: months } = useQuery(monthsToIssueQuery);
  const { mutateAsync, isPending, variables } = useIssueAgain();
  const noAddress = useNoAddress();
  if (!months || months.length === 0) return null;

  async function issue({ _id, period }: MonthToIssue) {
    try {
      const { invoiceId } = await mutateAsync({ params: { _id } });
      showToast(`Invoice ${invoiceId} has been issued for ${formatMonth(period)}.`);
    } catch (error) {
      if (!noAddress.ask(error)) showToast(toErrorWords(error), 'error');
    }
  }

  return (
    <Block as="section" above={12} aria-labelledby="months-to-issue">
      <h2 id="months-to-issue">Months to issue again</h2>
      <Text measure={42} above={2} below={4} tone="soft">
        {`The invoice of these months was credited. They have none until you issue it again, with a new number and the dates of today.${months.some(({ keepsNumber }) => keepsNumber) ? ' An invoice that was deleted before there were credit notes keeps its number and dates.' : ''}`}
      </Text>
      <RecordTable
        caption="Months to issue again"
        columns={columns}
        rows={months}
        getKey={({ _id }) => _id}
        context={{
          timeZone,
          issuingId: isPending ? variables.params._id : undefined,
          onIssue: (month) => void issue(month),
        }}
        loadingLabel="Loading months to issue again"
        empty={null}
      />
      {noAddress.dialog}
    </Block>
  );
}
