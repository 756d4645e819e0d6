import { lazy, Suspense, useEffect, useMemo, type CSSProperties } from 'react';
import { describeZones } from '#contract/calendar/zone-names.ts';
import type { ListedConversation } from '#features/conversation-log/contract/logs.ts';
import { can } from '#contract/capabilities.ts';
import { useStore } from '#web/lib/create-store.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { Pager } from '#web/ui/records/pager.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { NewsButton } from '#web/records/range/news-button.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { LogTotals } from './log-totals.tsx';
import { logColumns } from './log-columns.tsx';
import { shownColumnsStore } from './shown-columns.ts';
import { Row, Text } from '#web/ui/layout/layout.tsx';
import styles from './logs.module.css';
import { countPages, describePage, recordsPerPage } from './log-query.ts';
import { isFiltered, type LogFilter } from './log-search.ts';
import type { useLiveLogs, useLogs } from './log.queries.ts';
import { isTooCommon } from '#web/records/use-error-notice.ts';
import type { useLogFilter } from './filters/use-log-filter.ts';

// Of a search alone.
const LogHits = lazy(async () => ({ default: (await import('./log-hits.tsx')).LogHits }));

const LogSearchState = lazy(async () => ({ default: (await import('./log-search-state.tsx')).LogSearchState }));

interface LogListProps {
  state: ReturnType<typeof useLogFilter>;
  logs: ReturnType<typeof useLogs>;
  live: ReturnType<typeof useLiveLogs>;
  onPage: (page: number) => void;
  /** Shows what has come in. */
  onNews: () => void;
}

/** Words above the place of an empty list; the list itself shows nothing (section 2.6). */
function toEmptyText(filter: LogFilter): string {
  if (filter.search !== '') return 'No conversations contain these words in this period, with these filters.';
  return isFiltered(filter) ? 'No conversations match these filters.' : 'No conversations in this period.';
}

/** The rows of one page and the pager. Rows of a former query are dimmed while the new ones are loading. */
export function LogList({ state, logs, live: { rows, newCount }, onPage, onNews }: LogListProps) {
  const { filter, timeZone } = state;
  const { data, isFetching, isPending, isPlaceholderData, error } = logs;
  const canSeeApiCalls = can(useCurrentUser(), 'logs.see-api-calls');
  const shown = useStore(shownColumnsStore);
  const context = useMemo(() => ({ timeZone, canSeeApiCalls, shown }), [timeZone, canSeeApiCalls, shown]);
  const { getAddress, open } = useOverlayInUrl('record');
  const link = {
    getAddress: ({ _id }: ListedConversation) => getAddress(_id),
    open: ({ _id }: ListedConversation) => open(_id),
    isWholeRow: true,
    opensDialog: true,
  };
  useLastPage(state, isPlaceholderData ? undefined : data);

  return (
    <div
      className={styles.list}
      aria-busy={isFetching}
      data-columns={toWidth(shown.length)}
      style={{ '--chosen-columns': shown.length } as CSSProperties}
    >
      {!isTooCommon(error) && <LoadError error={error} isRetrying={isFetching} onRetry={() => void logs.refetch()} />}
      <NewsButton news={toNews(newCount)} onRefresh={onNews} />
      {data?.search && (
        <Suspense>
          <LogSearchState data={data} isPlaceholderData={isPlaceholderData} timeZone={timeZone} />
        </Suspense>
      )}
      <EmptyNote filter={filter} isEmpty={data?.size === 0 && !isPlaceholderData} error={error} />
      {(isPending || data) && (
        <div className={styles.table}>
          <ColumnChoice rows={data?.payloads} />
          <RecordTable
            caption={`Conversations, newest first; times in ${describeZones(timeZone)}`}
            columns={logColumns}
            rows={rows}
            context={context}
            getKey={({ _id }) => _id}
            link={link}
            loadingLabel="Loading conversations"
            skeletonRowCount={recordsPerPage}
            empty={null}
            renderBelow={
              data?.search &&
              ((row) => (
                <Suspense>
                  <LogHits conversation={row} timeZone={timeZone} />
                </Suspense>
              ))
            }
          />
        </div>
      )}
      {data && data.size > 0 && <ListFoot data={data} page={filter.page} onPage={onPage} />}
    </div>
  );
}

/** Leads to the last page, because conversations may have expired and addresses may be typed by hand. */
function useLastPage({ filter: { page }, change }: LogListProps['state'], data: { size: number } | undefined) {
  const pageCount = countPages(data?.size ?? 0);
  const isBeyondEnd = pageCount > 0 && page > pageCount;
  useEffect(() => {
    if (isBeyondEnd) change({ page: pageCount }, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page beyond the last
  }, [isBeyondEnd, pageCount]);
}

/** Whether chosen columns need more room than a narrow page, or than any. */
function toWidth(chosen: number): 'more' | 'many' | undefined {
  if (chosen === 0) return undefined;
  return chosen > 1 ? 'many' : 'more';
}

interface ListFootProps {
  data: NonNullable<LogListProps['logs']['data']>;
  page: number;
  onPage: (page: number) => void;
}

/** Which rows these are, what all add up to, and the pager. */
function ListFoot({ data: { payloads, size, totals, search }, page, onPage }: ListFootProps) {
  return (
    <Row gap={6} rowGap={3} justify="between" wrap pad={[4, 0, 0]} className={styles.foot}>
      <Text size="sm" tone="faint" number role="status">
        {describePage(page, payloads.length, size, search?.hasMore)}
      </Text>
      <LogTotals totals={totals} />
      <Pager label="Pages of conversations" page={page} pageCount={countPages(size)} onChange={onPage} />
    </Row>
  );
}

function EmptyNote({ filter, isEmpty, error }: { filter: LogFilter; isEmpty: boolean; error: unknown }) {
  return (
    <Text role="status" pad={[4, 0]} tone="soft" className={styles.none}>
      {isTooCommon(error) ? toErrorWords(error) : isEmpty && toEmptyText(filter)}
    </Text>
  );
}

const toNews = (count: number): string | undefined => (count === 0 ? undefined : `${count} new`);
