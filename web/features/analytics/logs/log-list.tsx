import { useEffect } from 'react';
import { can } from '#contract/capabilities.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import { Pager } from '../../../ui/records/pager.tsx';
import { SkeletonTable } from '../../../ui/records/skeleton-table.tsx';
import { getLogColumns } from './log-columns.ts';
import { LogError } from './log-error.tsx';
import styles from './log-list.module.css';
import { countPages, describePage, recordsPerPage } from './log-query.ts';
import { LogTable } from './log-table.tsx';
import type { useLogs } from './log.queries.ts';
import type { useLogFilter } from './use-log-filter.ts';

interface LogListProps {
  state: ReturnType<typeof useLogFilter>;
  logs: ReturnType<typeof useLogs>;
}

/** The rows of the page and the pager; nothing where there are none. What is out of date is dimmed until it is not. */
export function LogList({ state, logs }: LogListProps) {
  const { filter, change, timeZone } = state;
  const { data, isFetching, isPending, isPlaceholderData, error } = logs;
  const columns = getLogColumns(can(useCurrentUser(), 'logs.see-api-calls'));
  const pageCount = countPages(data?.size ?? 0);
  const isBeyondEnd = data !== undefined && !isPlaceholderData && pageCount > 0 && filter.page > pageCount;

  // Conversations that are gone, or an address by hand: the last page there is.
  useEffect(() => {
    if (isBeyondEnd) change({ page: pageCount }, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page that is not there
  }, [isBeyondEnd, pageCount]);

  return (
    <div className={styles.list} aria-busy={isFetching}>
      <LogError error={error} isRetrying={isFetching} onRetry={() => void logs.refetch()} />
      {isPending && <SkeletonTable columns={columns} rowCount={recordsPerPage} label="Loading conversations" />}
      <p role="status" className="visually-hidden">
        {data?.size === 0 && !isPlaceholderData && 'No conversations match these filters.'}
      </p>
      {data && data.size > 0 && (
        <>
          <LogTable records={data.payloads} columns={columns} timeZone={timeZone} />
          <div className={styles.foot}>
            <p className={styles.count} role="status">
              {describePage(filter.page, data.payloads.length, data.size)}
            </p>
            <Pager
              label="Pages of conversations"
              page={filter.page}
              pageCount={pageCount}
              onChange={(page) => change({ page })}
            />
          </div>
        </>
      )}
    </div>
  );
}
