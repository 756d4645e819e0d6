import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { JobQueue } from '#features/company/contract/operations.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { formatCount, formatCounted } from '#web/lib/numbers.ts';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { Text } from '#web/ui/layout/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { queueWords } from './queue-words.ts';

interface QueueContext {
  zone: string;
  canRetry: boolean;
  retryingName: string | undefined;
  onRetry: (queue: JobQueue) => void;
}

const columns = defineColumns<JobQueue, QueueContext>([
  { key: 'name', label: 'Queue', text: ({ name }) => queueWords[name] },
  {
    key: 'waiting',
    label: 'Waiting',
    width: '7rem',
    narrowWidth: '4.75rem',
    align: 'end',
    text: ({ waiting }) => formatCount(waiting),
  },
  {
    key: 'running',
    label: 'Running',
    width: '7rem',
    narrowWidth: '4.75rem',
    align: 'end',
    text: ({ running }) => formatCount(running),
  },
  {
    key: 'failing',
    label: 'Failed',
    width: '7rem',
    narrowWidth: '4.75rem',
    align: 'end',
    text: ({ failing }) => formatCount(failing),
  },
  {
    key: 'givenUp',
    label: 'Given up',
    width: '7rem',
    narrowWidth: '5rem',
    align: 'end',
    text: ({ givenUp }) => formatCount(givenUp),
  },
  {
    key: 'oldestAt',
    label: 'Oldest',
    width: '14rem',
    narrowWidth: '9rem',
    isSpaced: true,
    cell: ({ oldestAt }, { zone }) => (oldestAt === null ? '–' : formatDateTime(oldestAt, zone)),
  },
  {
    key: 'retry',
    label: 'Retry',
    isLabelHidden: true,
    width: '9rem',
    narrowWidth: '7.5rem',
    align: 'end',
    isShown: ({ canRetry }) => canRetry,
    cell: (queue, { retryingName, onRetry }) =>
      hasFailed(queue) && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Retry the failed jobs of ${queueWords[queue.name]} now`}
          loading={retryingName === queue.name}
          onClick={() => onRetry(queue)}
        >
          Retry now
        </Button>
      ),
  },
]);

const hasFailed = ({ failing, givenUp }: JobQueue) => failing + givenUp > 0;
const isIdle = (queue: JobQueue) => queue.waiting + queue.running === 0 && !hasFailed(queue);

/** The jobs that wait, run or failed, by queue; empty queues are folded. A failed job is repeated at growing intervals. */
export function QueuesPanel({ queues, zone }: { queues: readonly JobQueue[] | undefined; zone: string }) {
  const [isWhole, setWhole] = useState(false);
  const retryJobs = useCall(queries.operations.retryJobs, { changes: [queries.operations] });
  async function retry({ name }: JobQueue) {
    try {
      const { retried } = await retryJobs.mutateAsync({ params: { queue: name } });
      showToast(`${formatCounted(retried, 'jobs')} will be repeated now.`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }
  return (
    <ChartPanel
      title="Jobs"
      note="Failed jobs are retried. E-mails are kept for a week after the last attempt; other jobs are deleted and logged."
      action={
        queues?.some(isIdle) && (
          <LinkButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Hide empty queues' : `Show all ${queues.length} queues`}
          </LinkButton>
        )
      }
    >
      <RecordTable
        caption="Jobs by queue"
        columns={columns}
        rows={isWhole ? queues : queues?.filter((queue) => !isIdle(queue))}
        context={{
          zone,
          canRetry: queues?.some(hasFailed) ?? false,
          retryingName: retryJobs.isPending ? retryJobs.variables.params.queue : undefined,
          onRetry: (queue) => void retry(queue),
        }}
        getKey={({ name }) => name}
        loadingLabel="Loading the jobs"
        skeletonRowCount={1}
        empty={
          <Text size="sm" tone="soft">
            All queues are empty.
          </Text>
        }
      />
    </ChartPanel>
  );
}
