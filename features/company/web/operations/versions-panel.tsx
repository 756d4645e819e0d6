import { useState } from 'react';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { Operations } from '#features/company/contract/operations.ts';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

type Migration = Operations['migrations'][number];

const columns = defineColumns<Migration, { zone: string }>([
  { key: 'name', isName: true, label: 'Migration', overflow: 'anywhere', text: ({ name }) => name },
  {
    key: 'appliedAt',
    label: 'Applied at',
    width: '12rem',
    cell: ({ appliedAt }, { zone }) => formatDateTime(appliedAt, zone),
  },
]);

const firstCount = 3;

/** Versions of the programs, and the changes of the tables that were applied. */
export function VersionsPanel({ operations, zone }: { operations: Operations | undefined; zone: string }) {
  const [isWhole, setWhole] = useState(false);
  const migrations = operations?.migrations;
  return (
    <ChartPanel
      title="Versions"
      note={operations && describe(operations, zone)}
      action={
        migrations &&
        migrations.length > firstCount && (
          <LinkButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show the latest' : `Show all ${migrations.length}`}
          </LinkButton>
        )
      }
    >
      <RecordTable
        caption="Migrations"
        columns={columns}
        rows={isWhole ? migrations : migrations?.slice(0, firstCount)}
        context={{ zone }}
        getKey={({ name }) => name}
        loadingLabel="Loading the migrations"
        skeletonRowCount={firstCount}
        empty={null}
      />
    </ChartPanel>
  );
}

function describe({ version, commit, node, postgres, startedAt, database }: Operations, zone: string): string {
  const server = `PostgreSQL ${postgres}${database.isEmbedded ? ', embedded' : ''}`;
  const program = commit === null ? version : `${version} (${commit.slice(0, 12)})`;
  return `Version ${program} · Node.js ${node} · ${server} · running since ${formatDateTime(startedAt, zone)}`;
}
