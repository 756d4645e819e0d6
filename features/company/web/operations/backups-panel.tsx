import { useState } from 'react';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { MadeBackup, Operations } from '#features/company/contract/operations.ts';
import { formatBytes } from '#web/lib/numbers.ts';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Text } from '#web/ui/layout/layout.tsx';

const columns = defineColumns<MadeBackup, { zone: string }>([
  {
    key: 'startedAt',
    label: 'Made at',
    width: '14rem',
    narrowWidth: '8rem',
    cell: ({ startedAt }, { zone }) => formatDateTime(startedAt, zone),
  },
  { key: 'outcome', label: 'Outcome', cell: (backup) => <Outcome backup={backup} /> },
  {
    key: 'file',
    isName: true,
    label: 'File',
    width: '30%',
    narrowWidth: '26%',
    overflow: 'anywhere',
    text: ({ file }) => file ?? '–',
  },
  {
    key: 'bytes',
    label: 'Size',
    width: '7rem',
    narrowWidth: '5.5rem',
    align: 'end',
    text: ({ bytes }) => (bytes === null ? '–' : formatBytes(bytes)),
  },
  {
    key: 'duration',
    label: 'Duration',
    width: '7rem',
    narrowWidth: '5.5rem',
    align: 'end',
    text: ({ startedAt, finishedAt }) => formatSeconds((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000),
  },
]);

function Outcome({ backup: { file, isGone, isVerified, error } }: { backup: MadeBackup }) {
  if (isGone) return <StatusBadge tone="grey" label="File deleted" />;
  if (error !== null) {
    return (
      <Text as="span" tone="red" breaks="anywhere">{`${file === null ? 'Failed' : 'Not verified'}: ${error}`}</Text>
    );
  }
  if (!isVerified) return <StatusBadge tone="grey" label="Not verified" />;
  return <StatusBadge tone="green" label="Verified by a restore" />;
}

const formatSeconds = (seconds: number) =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;

const firstCount = 5;

/** The last backups, with a failure as loud as a success; older ones are folded. */
export function BackupsPanel({ operations, zone }: { operations: Operations | undefined; zone: string }) {
  const [isWhole, setWhole] = useState(false);
  const backups = operations?.backups;
  return (
    <ChartPanel
      title="Backups"
      note="Made by the command backup, and every day where BACKUP_AT is set."
      action={
        backups &&
        backups.length > firstCount && (
          <LinkButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show the latest' : `Show the last ${backups.length}`}
          </LinkButton>
        )
      }
    >
      <RecordTable
        caption="Backups"
        columns={columns}
        rows={isWhole ? backups : backups?.slice(0, firstCount)}
        context={{ zone }}
        getKey={({ id }) => id}
        loadingLabel="Loading the backups"
        skeletonRowCount={3}
        empty={
          <Text size="sm" tone="soft">
            There is no backup yet.
          </Text>
        }
      />
    </ChartPanel>
  );
}
