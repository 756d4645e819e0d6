import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { Block, Text } from '../ui/layout/layout.tsx';
import type { Column } from '../ui/records/columns.ts';
import { RecordTable } from '../ui/records/record-table.tsx';
import { StatusBadge } from '../ui/records/status-badge.tsx';
import { LoadError } from './load-error.tsx';

/** The state of work in the background; its end, in ISO 8601, where it is known. */
interface Work {
  readonly id: string;
  readonly state: keyof typeof badges;
  readonly requestedAt: string;
  readonly finishedAt?: string | null;
}

const badges = {
  waiting: { tone: 'amber', label: 'In preparation' },
  ready: { tone: 'green', label: 'Ready' },
  done: { tone: 'green', label: 'Done' },
  failed: { tone: 'red', label: 'Failed' },
  withdrawn: { tone: 'red', label: 'Deleted' },
} as const;

const refreshMs = 2_000;

/** Options of a list of work: it is loaded again and again while some of it waits. */
export const workQueryOptions = {
  staleTime: 0,
  throwOnError: false,
  refetchInterval: ({ state: { data } }: { state: { data?: readonly Pick<Work, 'state'>[] | undefined } }) =>
    data?.some(({ state }) => state === 'waiting') ? refreshMs : (false as const),
};

interface Zoned {
  readonly zone: string;
}
type Widths = Pick<Column<Work>, 'width' | 'narrowWidth'>;

export const requestedColumn = (widths: Widths): Column<Work, Zoned> => ({
  key: 'requestedAt',
  label: 'Requested',
  ...widths,
  cell: ({ requestedAt }, { zone }) => <time dateTime={requestedAt}>{formatDateTime(requestedAt, zone)}</time>,
});

/** @param waiting the word for what goes on */
export const stateColumn = (widths: Widths, waiting: string = badges.waiting.label): Column<Work, Zoned> => ({
  key: 'state',
  label: 'State',
  ...widths,
  cell: ({ state, finishedAt }, { zone }) => (
    <>
      <StatusBadge {...badges[state]} {...(state === 'waiting' && { label: waiting })} />
      {typeof finishedAt === 'string' && (
        <Block size="sm" tone="soft">
          <time dateTime={finishedAt}>{formatDateTime(finishedAt, zone)}</time>
        </Block>
      )}
    </>
  ),
});

/** The contents of a file, and when it is deleted, in ISO 8601. */
export const FileContents = ({ words, expiresAt, zone }: Zoned & { words: string; expiresAt: string }) => (
  <>
    <span>{words}</span>
    <Block size="sm" tone="soft">{`Deleted on ${formatDateTime(expiresAt, zone)}`}</Block>
  </>
);

interface WorkTableProps<Row extends Work, Context> {
  /** In the plural, e.g. 'Exports'. */
  caption: string;
  query: Pick<UseQueryResult<Row[]>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  columns: readonly Column<Row, Context>[];
  context: Context & Zoned;
  /** Words where there is none. */
  empty: ReactNode;
}

/** A list of work in the background that people asked for: exports, prepared files, deletions. */
export function WorkTable<Row extends Work, Context>(props: WorkTableProps<Row, Context>) {
  const { caption, query, columns, context, empty } = props;
  const { data, error, isFetching, refetch } = query;
  if (!data && error) return <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
  return (
    <RecordTable<Row, Context>
      caption={caption}
      columns={columns}
      rows={data}
      context={context}
      getKey={({ id }) => id}
      loadingLabel={`Loading the ${caption.toLowerCase()}`}
      skeletonRowCount={1}
      empty={
        <Text size="sm" tone="soft">
          {empty}
        </Text>
      }
    />
  );
}
