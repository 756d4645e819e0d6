import { useState } from 'react';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { Overwriting } from '#contract/operations.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { defineColumns } from '../../ui/records/columns.ts';
import { RecordTable } from '../../ui/records/record-table.tsx';

interface WaitingTable {
  readonly name: string;
  /** The partitions of a table that is divided by months; 0 for another one. */
  readonly months: number;
  readonly since: string;
}

const columns = defineColumns<WaitingTable, { zone: string }>([
  { key: 'name', isName: true, label: 'Table', overflow: 'anywhere', text: ({ name }) => name },
  { key: 'months', label: 'Months', width: '7rem', align: 'end', cell: ({ months }) => (months === 0 ? '–' : months) },
  {
    key: 'since',
    label: 'Waiting since',
    width: '12rem',
    cell: ({ since }, { zone }) => formatDateTime(since, zone),
  },
]);

const month = /_\d{4}_\d{2}$/;

/** One row for all months of a table, since the first of them waits. */
function groupMonths(waiting: Overwriting['waiting']): WaitingTable[] {
  const byTable = Map.groupBy(waiting, ({ name }) => name.replace(month, ''));
  return [...byTable].map(([name, tables]) => ({
    name,
    months: tables.filter((table) => month.test(table.name)).length,
    since: tables.map(({ since }) => since).reduce((first, since) => (since < first ? since : first)),
  }));
}

/** The tables that wait to be rewritten: one row for each, or on demand one for each of its months. */
export function WaitingTables({ waiting, zone }: { waiting: Overwriting['waiting']; zone: string }) {
  const [isWhole, setWhole] = useState(false);
  const tables = groupMonths(waiting);
  return (
    <>
      <RecordTable
        caption="Tables that wait to be rewritten"
        columns={columns}
        rows={isWhole ? waiting.map((table) => ({ ...table, months: 0 })) : tables}
        context={{ zone }}
        getKey={({ name }) => name}
        loadingLabel="Loading the tables"
        empty={null}
      />
      {waiting.length > tables.length && (
        <div>
          <LinkButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show one row for each table' : `Show all ${waiting.length} tables`}
          </LinkButton>
        </div>
      )}
    </>
  );
}
