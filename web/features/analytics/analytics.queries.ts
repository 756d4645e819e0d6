import { keepPreviousData } from '@tanstack/react-query';
import type { RangeQuery } from '#contract/analytics/analytics.ts';
import { queries } from '../../api/queries.ts';

/** While the demo's conversations are on their way the figures grow from month to month. */
const demoPollMs = 3000;

/** The dashboard of a range. The figures of the former range stay until the new ones are there. */
export function getStatsQuery(query: RangeQuery) {
  return queries.analytics.getStats.queryOptions({
    input: { query },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.demo ? demoPollMs : false),
  });
}

/** Everybody who talked to the assistant in a range, at most some thousands. */
export function getTopUsersQuery(query: RangeQuery) {
  return queries.analytics.listTopUsers.queryOptions({ input: { query }, placeholderData: keepPreviousData });
}
