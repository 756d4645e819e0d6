import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatShortDate, formatShortDay } from '#contract/calendar/formats.ts';
import type { ReminderStop } from '#features/receivables/contract/dunning/reminders.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { reminderStopsQuery, useDeleteStop } from './reminders.queries.ts';
import { StopDialog } from './stop-dialog.tsx';

/** The companies and invoices that get no reminders. */
export function StopsList() {
  const { timeZone } = useCurrentUser();
  const { data, error, isFetching, refetch } = useQuery(reminderStopsQuery);
  const [isAdding, setAdding] = useState(false);
  const end = useEnding();
  return (
    <Block as="section" above={12} aria-labelledby="reminder-stops">
      <Row gap={6} rowGap={3} align="end" justify="between" wrap below={5}>
        <div>
          <h2 id="reminder-stops">Stopped</h2>
          <Text above={2} size="sm" tone="soft">
            Companies and invoices that get no reminders.
          </Text>
        </div>
        <Button variant="default" onClick={() => setAdding(true)}>
          Stop for a company
        </Button>
      </Row>
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {(data || !error) && (
        <RecordTable
          caption="Stopped payment reminders"
          columns={stopColumns}
          rows={data}
          getKey={({ id }) => id}
          context={{ timeZone, onEnd: (stop) => void end(stop) }}
          loadingLabel="Loading the stops"
          skeletonRowCount={2}
          empty={
            <Text size="sm" tone="faint">
              No reminders are stopped.
            </Text>
          }
          isDense
        />
      )}
      {isAdding && <StopDialog onClose={() => setAdding(false)} />}
    </Block>
  );
}

function useEnding() {
  const deleteStop = useDeleteStop();
  return async function end({ id, companyName, invoiceNumber }: ReminderStop) {
    try {
      await deleteStop.mutateAsync({ params: { id } });
      showToast(`Payment reminders for ${invoiceNumber ?? companyName} are sent again.`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  };
}

const stopColumns = defineColumns<ReminderStop, { timeZone: string; onEnd: (stop: ReminderStop) => void }>([
  {
    key: 'company',
    label: 'Company',
    width: '22%',
    overflow: 'anywhere',
    isName: true,
    text: ({ companyName }) => companyName,
  },
  {
    key: 'invoice',
    label: 'Invoice',
    width: '15%',
    overflow: 'anywhere',
    text: ({ invoiceNumber }) => invoiceNumber ?? 'All invoices',
  },
  {
    key: 'until',
    label: 'Last day',
    width: '12%',
    text: ({ until }) => (until === null ? 'No end' : formatShortDay(until)),
  },
  {
    key: 'reason',
    label: 'Reason',
    overflow: 'anywhere',
    text: ({ reason }) => reason,
    below: ({ createdBy, createdAt }, { timeZone }) => (
      <Text as="span" block size="sm" tone="faint">
        {`${createdBy}, ${formatShortDate(createdAt, timeZone)}`}
      </Text>
    ),
  },
  {
    key: 'actions',
    label: 'Actions',
    isLabelHidden: true,
    width: '12%',
    narrowWidth: '14%',
    align: 'end',
    cell: (stop, { onEnd }) => (
      <LinkButton aria-label={`End the stop for ${stop.invoiceNumber ?? stop.companyName}`} onClick={() => onEnd(stop)}>
        End stop
      </LinkButton>
    ),
  },
]);
