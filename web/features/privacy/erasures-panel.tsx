import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { Erasure } from '#contract/privacy/erasures.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { formatCounted } from '../../lib/numbers.ts';
import { saveFile } from '../../lib/save-file.ts';
import { LoadError } from '../../records/load-error.tsx';
import { ChartPanel } from '../../ui/charts/chart-panel.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { defineColumns } from '../../ui/records/columns.ts';
import { RecordTable } from '../../ui/records/record-table.tsx';
import { StatusBadge } from '../../ui/records/status-badge.tsx';
import { EndTime } from './end-time.tsx';
import { Block, Text } from '../../ui/layout/layout.tsx';
import { erasuresQuery, useDownloadCertificate } from './privacy.queries.ts';

interface CellContext {
  zone: string;
  onDownload: (erasure: Erasure) => void;
}

const kinds = {
  conversation: 'Conversation',
  key: 'Conversations of an intake key',
  person: 'Person',
  import: 'Conversations of an import',
} as const;

const badges = {
  waiting: { tone: 'amber', label: 'Running' },
  done: { tone: 'green', label: 'Done' },
} as const;

/** Enough of the id to tell records apart, as in the audit log. */
const shownIdLength = 8;

const columns = defineColumns<Erasure, CellContext>([
  {
    key: 'requestedAt',
    label: 'Requested',
    width: '22%',
    narrowWidth: '7.25rem',
    cell: ({ requestedAt }, { zone }) => <time dateTime={requestedAt}>{formatDateTime(requestedAt, zone)}</time>,
  },
  {
    key: 'kind',
    label: 'Deleted',
    cell: ({ kind, subjectId }) => (
      <>
        <span>{kinds[kind]}</span>
        <Block size="sm" tone="soft">
          <code translate="no">{subjectId.slice(0, shownIdLength)}</code>
        </Block>
      </>
    ),
  },
  {
    key: 'state',
    label: 'State',
    width: '20%',
    narrowWidth: '8.5rem',
    cell: ({ state, finishedAt }, { zone }) => (
      <>
        <StatusBadge {...badges[state]} />
        <EndTime date={finishedAt} zone={zone} />
      </>
    ),
  },
  {
    key: 'contents',
    label: 'Contents',
    width: '26%',
    narrowWidth: '9rem',
    cell: ({ conversations, messages, files, requests }) => (
      <>
        <span>{`${formatCounted(conversations, 'conversations')}, ${formatCounted(messages, 'messages')}`}</span>
        {files > 0 && <span>{`, ${formatCounted(files, 'images')}`}</span>}
        {requests > 0 && <span>{`, ${formatCounted(requests, 'requests')}`}</span>}
      </>
    ),
  },
  {
    key: 'actions',
    label: 'Actions',
    isLabelHidden: true,
    width: '8.5rem',
    narrowWidth: '7.5rem',
    align: 'end',
    cell: (erasure, { zone, onDownload }) =>
      erasure.kind === 'person' &&
      erasure.state === 'done' && (
        <Button
          size="compact-md"
          variant="default"
          aria-label={`Download the certificate of ${formatDateTime(erasure.requestedAt, zone)}`}
          onClick={() => onDownload(erasure)}
        >
          Certificate
        </Button>
      ),
  },
]);

/** Deletions of conversations, and erasures of persons. */
export function ErasuresPanel() {
  const { timeZone } = useCurrentUser();
  const { data, error, isFetching, refetch } = useQuery(erasuresQuery);
  const fetchFile = useDownloadCertificate();
  const download = async ({ id }: Erasure) => {
    try {
      saveFile(await fetchFile.mutateAsync({ params: { id } }), `certificate-of-erasure-${id}.json`);
    } catch (failure) {
      showToast(toErrorWords(failure), 'error');
    }
  };
  return (
    <ChartPanel title="Deletions" note="The latest 100. The audit log says who requested each, and why.">
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {(data || !error) && (
        <RecordTable
          caption="Deletions"
          columns={columns}
          rows={data}
          context={{ zone: timeZone, onDownload: (erasure) => void download(erasure) }}
          getKey={({ id }) => id}
          loadingLabel="Loading the deletions"
          skeletonRowCount={1}
          empty={
            <Text size="sm" tone="soft">
              Nothing has been deleted yet.
            </Text>
          }
        />
      )}
    </ChartPanel>
  );
}
