import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { Erasure } from '#features/protection/contract/erasures.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { formatCounted } from '#web/lib/numbers.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { requestedColumn, stateColumn, WorkTable } from '#web/records/work-table.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { defineColumns } from '#web/ui/records/columns.ts';
import { Block } from '#web/ui/layout/layout.tsx';
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

/** Enough of the id to tell records apart, as in the audit log. */
const shownIdLength = 8;

const columns = defineColumns<Erasure, CellContext>([
  requestedColumn({ width: '22%', narrowWidth: '7.25rem' }),
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
  stateColumn({ width: '20%', narrowWidth: '8.5rem' }, 'Running'),
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
      <WorkTable
        caption="Deletions"
        query={useQuery(erasuresQuery)}
        columns={columns}
        context={{ zone: timeZone, onDownload: (erasure) => void download(erasure) }}
        empty="Nothing has been deleted yet."
      />
    </ChartPanel>
  );
}
