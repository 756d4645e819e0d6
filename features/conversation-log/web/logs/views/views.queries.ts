import { skipToken, useQuery } from '@tanstack/react-query';
import type { LogView } from '#features/conversation-log/contract/log-views.ts';
import { logFilters } from '#features/conversation-log/contract/log-filters.ts';
import { queries } from '#web/api/queries.ts';
import { writeFilters, type FilterState } from '#web/lib/filter-address.ts';
import type { LogFilter } from '../log-search.ts';

/** The log is shown without them where they cannot be loaded. */
const optional = { throwOnError: false };

export const logViewsQuery = queries.logViews.list.queryOptions({ staleTime: 60_000, ...optional });

/** After the rows, which need none of them. */
export const useLogViews = (isLoaded: boolean) => useQuery({ ...logViewsQuery, enabled: isLoaded });

/**
 * How many conversations of the period each view has, once the list is there. Not while words are searched, because they narrow the
 * views too.
 */
export function useViewCounts({ range, search, technicalUsers }: LogFilter, isLoaded: boolean) {
  const query = {
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    ...(technicalUsers && { technicalUsers: 'true' as const }),
  };
  const { data } = useQuery({
    ...queries.logViews.listCounts.queryOptions({
      input: isLoaded && search === '' ? { query } : skipToken,
      staleTime: 60_000,
      retry: false,
    }),
    ...optional,
  });
  return new Map(data?.map((counted) => [counted.view, counted]));
}

/** The address of a saved view; one that has lost something says in it which view it is. */
export const toViewSearch = ({
  id,
  filters,
  lost,
}: Pick<LogView, 'id' | 'filters' | 'lost'>): Record<string, unknown> => ({
  ...writeFilters(logFilters, filters as FilterState<typeof logFilters>),
  ...(lost.length > 0 && { view: id }),
});
