import { Button } from '@mantine/core';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { RowFile } from '#features/protection/contract/row-files.ts';
import { rowFormats } from '#features/protection/contract/formats/row-format-facts.ts';
import { rowKinds } from '#features/protection/contract/row-kinds.ts';
import { formatBytes, formatCounted } from '#web/lib/numbers.ts';
import { RowProgressBar } from '#web/records/downloads/row-progress.tsx';
import { FileContents, requestedColumn, stateColumn } from '#web/records/work-table.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { Block, Row } from '#web/ui/layout/layout.tsx';
import { listFilterWords } from './filter-words.ts';

interface CellContext {
  zone: string;
  /** The file that is downloaded now. */
  busyId: string | undefined;
  deletingId: string | undefined;
  onDownload: (file: RowFile) => void;
  onDelete: (file: RowFile) => void;
}

const failures = {
  right: 'You no longer have the right to read these rows.',
  'too-large': 'This is more than one file can hold. Choose a shorter period or more filters.',
  disk: 'The portal has no space left for files. Try again later, or contact support.',
  error: 'The file could not be prepared. Try again; if it fails again, contact support.',
} as const;

const name = ({ kind, requestedAt }: RowFile, zone: string) =>
  `${rowKinds[kind].label} of ${formatDateTime(requestedAt, zone)}`;

function Contents({ file, context: { zone, onDelete } }: { file: RowFile; context: CellContext }) {
  const { state, failure, rows, total, bytes, expiresAt } = file;
  if (state === 'withdrawn') return 'Something in it has been deleted since. You can prepare the file again.';
  if (failure) return failures[failure];
  if (state === 'waiting') {
    return (
      <RowProgressBar
        rows={rows}
        total={total}
        label="Prepared"
        cancelLabel={`Cancel ${name(file, zone)}`}
        onCancel={() => onDelete(file)}
      />
    );
  }
  const words = `${formatBytes(bytes ?? 0)}, ${formatCounted(rows, 'rows')}`;
  return <FileContents words={words} expiresAt={expiresAt} zone={zone} />;
}

export const fileColumns = defineColumns<RowFile, CellContext>([
  {
    key: 'kind',
    label: 'File',
    cell: (file, { zone }) => (
      <>
        <span>{`${rowKinds[file.kind].label}, ${rowFormats[file.format].label}`}</span>
        <Block size="sm" tone="soft">
          {listFilterWords(file, zone).join(' · ')}
        </Block>
      </>
    ),
  },
  requestedColumn({ width: '16%', narrowWidth: '17%' }),
  stateColumn({ width: '13%', narrowWidth: '17%' }),
  {
    key: 'contents',
    label: 'Contents',
    width: '28%',
    narrowWidth: '25%',
    cell: (file, context) => <Contents file={file} context={context} />,
  },
  {
    key: 'actions',
    label: 'Actions',
    isLabelHidden: true,
    width: '18%',
    align: 'end',
    cell: (file, { zone, busyId, deletingId, onDownload, onDelete }) =>
      file.state !== 'waiting' && (
        <Row gap={2} align="stretch" justify="end" wrap>
          {file.state === 'ready' && (
            <Button
              size="compact-md"
              variant="default"
              loading={file.id === busyId}
              disabled={busyId !== undefined}
              aria-label={`Download ${name(file, zone)}`}
              onClick={() => onDownload(file)}
            >
              Download
            </Button>
          )}
          <Button
            size="compact-md"
            variant="subtle"
            loading={file.id === deletingId}
            aria-label={`Delete ${name(file, zone)}`}
            onClick={() => onDelete(file)}
          >
            Delete
          </Button>
        </Row>
      ),
  },
]);
