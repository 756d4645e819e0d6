import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { formatCount } from '#web/lib/numbers.ts';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/records/back-link.tsx';
import { LoadError } from '#web/records/load-error.tsx';
import { useSortInUrl } from '#web/records/use-sort-in-url.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { NotListed } from '#web/ui/records/not-listed.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { NewsButton } from '#web/records/range/news-button.tsx';
import { useErrorNotice } from '#web/records/use-error-notice.ts';
import { DateRangeToolbar } from '#web/records/range/date-range-toolbar.tsx';
import type { useAnalyticsScope } from '#web/records/range/use-analytics-scope.ts';
import { Block, Columns, Text } from '#web/ui/layout/layout.tsx';
import styles from '../dashboard/dashboard.module.css';
import type { LiveList } from './use-live-list.ts';

/** A user or skill with its total. */
export interface TopRow {
  id: string;
  name: string;
  /** False for a person who is not in the list of users. */
  isMapped?: boolean | undefined;
  total: number;
  /** By the total, from 1. */
  rank: number;
}

interface PlacedRow extends TopRow {
  /** In the list as it was loaded. The total grows while the list is read, and no row may move. */
  place: number;
}

interface TopContext {
  /** Total of the first row, whose bar is the longest. */
  highest: number;
}

/** The columns of a top list. */
export const defineTopColumns = (nameLabel: string, totalLabel: string, isName = false) =>
  defineColumns<PlacedRow, TopContext>([
    {
      key: 'place',
      label: 'Rank',
      isLabelHidden: true,
      width: '4rem',
      narrowWidth: '3.25rem',
      cell: ({ rank }) => (
        <Text as="span" size="sm" tone="faint">
          {formatCount(rank)}
        </Text>
      ),
    },
    {
      key: 'name',
      label: nameLabel,
      look: 'quiet-link',
      overflow: 'anywhere',
      isLink: true,
      text: ({ name }) => name,
      sort: 'text',
      cell: ({ name, isMapped }) => (
        <>
          <bdi translate={isName ? 'no' : undefined}>{name}</bdi>
          <NotListed isMapped={isMapped} />
        </>
      ),
    },
    {
      key: 'total',
      label: totalLabel,
      width: '55%',
      narrowWidth: '50%',
      align: 'end',
      sort: (a, b) => b.place - a.place,
      cell: ({ total }, { highest }) => (
        <Columns as="span" of={[1, '8rem']} align="center" className={styles.total}>
          <span className={styles.bar} style={{ width: `${(total / highest) * 100}%` }} aria-hidden="true" />
          <span>{formatCount(total)}</span>
        </Columns>
      ),
    },
  ]);

interface TopPageProps {
  title: string;
  purpose: string;
  actions?: ReactNode;
  caption: string;
  scope: ReturnType<typeof useAnalyticsScope>;
  answer: UseQueryResult<unknown>;
  /** Changes since the answer was loaded; undefined while it is loading. */
  live: LiveList;
  /** By their total when they were loaded; undefined while they are loading. */
  rows: readonly TopRow[] | undefined;
  columns: ReturnType<typeof defineTopColumns>;
  loadingLabel: string;
  empty: { drawing: 'people' | 'clock'; text: string };
  /** Narrows the log down to the conversations of a row; undefined where the reader may not read them. */
  toFilter?: ((row: TopRow) => object) | undefined;
}

/** Everything of the range by a total; each row leads to its conversations. */
export function TopPage(props: TopPageProps) {
  const { title, purpose, actions, caption, scope, answer, live, columns, loadingLabel, empty, toFilter } = props;
  const { error, isFetching, isPlaceholderData, dataUpdatedAt } = answer;
  const updatedAt = live.receivedAt ?? dataUpdatedAt;
  const router = useRouter();
  const navigate = useNavigate();
  // Deferred, so that rendering a long list does not delay a click.
  const rows = useDeferredValue(props.rows);
  const placed = useMemo(() => rows?.map((row, place) => ({ ...row, place })), [rows]);
  const { rows: sorted, sort } = useSortInUrl({ records: placed, columns });
  const context = useMemo(() => ({ highest: Math.max(1, ...(rows ?? []).map(({ total }) => total)) }), [rows]);
  const isStale = isPlaceholderData || (error !== null && rows !== undefined);
  const toLog = (row: PlacedRow) => ({ to: paths.logs(), search: { ...scope.search, ...toFilter?.(row) } });
  const link = toFilter && {
    getAddress: (row: PlacedRow) => router.buildLocation(toLog(row)).href,
    open: (row: PlacedRow) => void navigate(toLog(row)),
    isWholeRow: true as const,
  };
  useErrorNotice(answer);
  return (
    <>
      <PageHeader
        title={title}
        eyebrow={
          <BackLink to={paths.dashboard()} search={scope.search}>
            Dashboard
          </BackLink>
        }
        purpose={purpose}
        actions={actions}
      />
      <DateRangeToolbar
        scope={scope}
        updatedAt={updatedAt === 0 || isPlaceholderData ? undefined : updatedAt}
        isFetching={isFetching}
        isLive={live.isLive}
        onRefresh={() => void answer.refetch()}
      />
      <LoadError error={error} isRetrying={isFetching} onRetry={() => void answer.refetch()} />
      {(rows || !error) && (
        <Block above={8} stale={isStale} aria-busy={isStale} framing>
          <NewsButton news={toNews(live)} onRefresh={() => void answer.refetch()} />
          <RecordTable
            caption={caption}
            columns={columns}
            rows={sorted}
            context={context}
            sort={sort}
            link={link}
            getKey={({ id }) => id}
            loadingLabel={loadingLabel}
            skeletonRowCount={12}
            empty={isPlaceholderData ? null : <EmptyState {...empty} />}
            rowHeightPx={38}
          />
        </Block>
      )}
    </>
  );
}

function toNews({ newCount, isMoved }: LiveList): string | undefined {
  if (newCount > 0) return `${formatCount(newCount)} new`;
  return isMoved ? 'Sort again' : undefined;
}
