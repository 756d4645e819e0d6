import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatShortDay } from '#contract/calendar/formats.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import type { AccountStatement, Movement } from '#features/receivables/contract/statement/account-statement.ts';
import { movementWords } from '#features/receivables/contract/statement/movement-words.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { DownloadMenu, toDownloadable } from '#web/records/downloads/download-menu.tsx';
import { LoadError } from '#web/records/load-error.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { SkeletonLines } from '#web/ui/feedback/skeleton-line.tsx';
import { DayField } from '#web/ui/forms/day-field.tsx';
import { Fact, Facts } from '#web/ui/layout/facts.tsx';
import { Row } from '#web/ui/layout/layout.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';

/** The debt of the company over some days, at first those of the present year, and the same as a file. */
export function StatementDialog({ onClose }: { onClose: () => void }) {
  const { timeZone, companyName } = useCurrentUser();
  const [days, setDays] = useState(() => {
    const today = getDay(Date.now(), timeZone);
    return { from: `${today.slice(0, 4)}-01-01`, to: today };
  });
  const isOrdered = days.from !== '' && days.to !== '' && days.from <= days.to;
  return (
    <Dialog opened onClose={onClose} widthPx={880} title={`Statement of account of ${companyName}`}>
      <Row gap={4} rowGap={3} align="end" wrap below={4}>
        <DayField label="First day" value={days.from} onChange={(from) => setDays({ ...days, from })} />
        <DayField
          label="Last day"
          value={days.to}
          onChange={(to) => setDays({ ...days, to })}
          error={isOrdered || days.to === '' ? undefined : 'The last day is before the first.'}
        />
        <DownloadMenu
          label="Download the statement of account"
          isEmpty={!isOrdered}
          choices={[toDownloadable('accountStatement', days)]}
        />
        <PdfButton days={days} isDisabled={!isOrdered} />
      </Row>
      {isOrdered && <Statement days={days} />}
    </Dialog>
  );
}

/** Saves the statement as a paper. */
function PdfButton({ days, isDisabled }: { days: { from: string; to: string }; isDisabled: boolean }) {
  const pdf = useCall(queries.accountStatement.getPdf);
  async function download() {
    try {
      saveFile(await pdf.mutateAsync({ query: days }), `statement-of-account-${days.from}-${days.to}.pdf`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }
  return (
    <Button variant="default" disabled={isDisabled} loading={pdf.isPending} onClick={() => void download()}>
      Download PDF
    </Button>
  );
}

function Statement({ days }: { days: { from: string; to: string } }) {
  const { data, error, isFetching, refetch } = useQuery(
    queries.accountStatement.get.queryOptions({ input: { query: days } }),
  );
  if (error) return <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines label="Loading the statement of account" widths={['60%', '80%', '70%']} />;
  return <Balances statement={data} />;
}

function Balances({ statement }: { statement: AccountStatement }) {
  const { opening, invoiced, credited, paid, closing, movements } = statement;
  return (
    <>
      <Facts below={4}>
        <Fact label="Opening balance">{formatEuroAmount(opening)}</Fact>
        <Fact label="Invoices">{formatEuroAmount(invoiced)}</Fact>
        <Fact label="Credit notes">{formatEuroAmount(credited)}</Fact>
        <Fact label="Payments">{formatEuroAmount(paid)}</Fact>
        <Fact label="Closing balance">{formatEuroAmount(closing)}</Fact>
      </Facts>
      <RecordTable
        caption="Movements"
        columns={columns}
        rows={movements}
        getKey={({ _id, kind, day, balance }) => `${_id} ${kind} ${day} ${balance}`}
        context={undefined}
        loadingLabel="Loading the statement of account"
        empty={
          <EmptyState drawing="papers" text="Nothing was issued or paid in this period.">
            The balance has not changed.
          </EmptyState>
        }
        isDense
      />
    </>
  );
}

const columns = defineColumns<Movement, undefined>([
  {
    key: 'day',
    label: 'Date',
    width: '7.5rem',
    text: ({ day }) => day,
    cell: ({ day }) => <time dateTime={day}>{formatShortDay(day)}</time>,
  },
  { key: 'kind', label: 'Type', width: '7rem', text: ({ kind }) => movementWords[kind] },
  { key: 'invoiceId', label: 'Invoice ID', overflow: 'anywhere', isName: true, text: ({ invoiceId }) => invoiceId },
  { key: 'amount', label: 'Amount', width: '7.5rem', align: 'end', text: ({ amount }) => formatEuroAmount(amount) },
  { key: 'balance', label: 'Balance', width: '7.5rem', align: 'end', text: ({ balance }) => formatEuroAmount(balance) },
]);
