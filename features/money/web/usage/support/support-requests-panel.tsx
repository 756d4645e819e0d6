import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { can } from '#contract/capabilities.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import type { SupportMonth, SupportRequest } from '#features/company/contract/support-requests.ts';
import { formatMonth, formatShortDay } from '#contract/calendar/formats.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { DeleteRecords } from '#web/records/delete-records.tsx';
import { LoadError } from '#web/records/load-error.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { SupportRequestDialog } from './support-request-dialog.tsx';
import { supportRequestsId } from './scroll-to-requests.ts';
import { Row, Text, look } from '#web/ui/layout/layout.tsx';
import styles from '../usage.module.css';
import type { LiveUsage } from '#web/records/month/live-usage.ts';
import { useChangeSupport, useSupportMonth } from './support.queries.ts';

interface RequestContext {
  /** Undefined for users who may not change requests. */
  onEdit: ((request: SupportRequest) => void) | undefined;
  onDelete: ((request: SupportRequest) => void) | undefined;
}

const columns = defineColumns<SupportRequest, RequestContext>([
  { key: 'date', label: 'Date', width: '8.5rem', narrowWidth: '7rem', text: ({ date }) => formatShortDay(date) },
  { key: 'type', label: 'Type', width: '6rem', narrowWidth: '4.5rem', text: ({ type }) => type },
  { key: 'subject', label: 'Subject', overflow: 'anywhere', text: ({ subject }) => subject },
  {
    key: 'minutes',
    label: 'Minutes',
    width: '6rem',
    narrowWidth: '5rem',
    align: 'end',
    text: ({ minutes }) => (minutes === null ? '–' : formatCount(minutes)),
  },
  {
    key: 'cost',
    label: 'Cost',
    width: '7rem',
    narrowWidth: '5.5rem',
    align: 'end',
    text: ({ cost }) => formatEuroAmount(cost),
  },
  {
    key: 'invoice',
    label: 'Invoice',
    width: '9rem',
    narrowWidth: '7.5rem',
    isSpaced: true,
    text: ({ invoiceId }) => invoiceId ?? 'Not billed yet',
  },
  {
    key: 'actions',
    label: 'Actions',
    isLabelHidden: true,
    width: '9rem',
    align: 'end',
    isShown: ({ onDelete }) => onDelete !== undefined,
    cell: (request, { onEdit, onDelete }) =>
      request.invoiceId === null && (
        <Row as="span" gap={4} justify="end" inline>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Edit ${request.subject}`}
            onClick={() => onEdit?.(request)}
          >
            Edit
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Delete ${request.subject}`}
            onClick={() => onDelete?.(request)}
          >
            Delete
          </Button>
        </Row>
      ),
  },
]);

interface SupportRequestsPanelProps {
  period: string | undefined;
  live: LiveUsage | undefined;
  /** Undefined for every type. */
  type: SupportRequest['type'] | undefined;
}

/** The support requests of a month with their cost. The provider records them inside a customer. */
export function SupportRequestsPanel({ period, live, type }: SupportRequestsPanelProps) {
  const user = useCurrentUser();
  const { data, error, refetch, isFetching } = useSupportMonth(period, live);
  const [isRecording, setRecording] = useState(false);
  const [edited, setEdited] = useState<SupportRequest>();
  const [deleted, setDeleted] = useState<SupportRequest>();
  const canRecord = can(user, 'support.record') && user.homeCompanyName !== null;
  const rows = type ? data?.data.filter((request) => request.type === type) : data?.data;
  return (
    <ChartPanel
      title="Support requests"
      note={data && <RequestsNote month={data} type={type} />}
      action={
        canRecord && (
          <Button variant="default" onClick={() => setRecording(true)}>
            Record support request
          </Button>
        )
      }
    >
      <div id={supportRequestsId} />
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {(data || !error) && (
        <div className={styles.requests} data-recording={canRecord}>
          <RecordTable
            caption="Support requests of the period"
            columns={columns}
            rows={rows}
            context={{ onEdit: canRecord ? setEdited : undefined, onDelete: canRecord ? setDeleted : undefined }}
            getKey={({ _id }) => _id}
            loadingLabel="Loading the support requests"
            skeletonRowCount={2}
            empty={<Text tone="soft">No support requests in this period.</Text>}
          />
        </div>
      )}
      {isRecording && <SupportRequestDialog request={undefined} onClose={() => setRecording(false)} />}
      {edited && <SupportRequestDialog request={edited} onClose={() => setEdited(undefined)} />}
      {deleted && <DeleteDialog request={deleted} onClose={() => setDeleted(undefined)} />}
    </ChartPanel>
  );
}

/** Total cost of the shown requests. */
function RequestsNote({ month, type }: { month: SupportMonth; type: SupportRequest['type'] | undefined }) {
  const total = type ? (month.spent.find((each) => each.type === type)?.total ?? 0) : month.total;
  return (
    <>
      <span>{`${formatEuroAmount(total)} ${type ? `for ${type} support ` : ''}in ${formatMonth(`${month.period}-01`)}. Billed with the invoice of the month. `}</span>
      {type && (
        <Link
          to="."
          search={(address: object) => ({ ...address, type: undefined })}
          resetScroll={false}
          replace
          {...look({ tone: 'quiet' })}
        >
          Show all types
        </Link>
      )}
    </>
  );
}

function DeleteDialog({ request, onClose }: { request: SupportRequest; onClose: () => void }) {
  const { remove } = useChangeSupport();
  const [opened, setOpened] = useState(true);
  return (
    <DeleteRecords
      records={[request]}
      opened={opened}
      onClose={() => {
        setOpened(false);
        onClose();
      }}
      getWhat={() => 'support request'}
      getName={({ subject, date, cost }) => `${subject}, ${formatShortDay(date)}, ${formatEuroAmount(cost)}`}
      deleteAll={() => remove.mutateAsync({ params: { _id: request._id } })}
      getDoneText={() => 'The support request has been deleted.'}
    />
  );
}
