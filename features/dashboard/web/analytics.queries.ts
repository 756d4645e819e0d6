import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { ComparedQuery, RangeQuery } from '#features/dashboard/contract/analytics.ts';
import type { Dashboard } from '#features/dashboard/contract/live.ts';
import { getAnswersQuery } from '#web/records/conversations/answers.queries.ts';
import { queries } from '#web/api/queries.ts';
import { useWatch } from '#web/api/events/use-watch.ts';

/** The figures grow while the demo's conversations are being sent. */
const demoPollMs = 3000;

/** The figures of a range. Those of the former range stay while the new ones are loading. */
export function getStatsQuery(query: ComparedQuery) {
  return queries.analytics.getStats.queryOptions({
    input: { query },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.demo ? demoPollMs : false),
  });
}

/** Every user of a range; some thousands at most. */
export function getTopUsersQuery(query: RangeQuery) {
  return queries.analytics.listTopUsers.queryOptions({ input: { query }, placeholderData: keepPreviousData });
}

/** Every skill of a range. */
export function getTopSkillsQuery(query: RangeQuery) {
  return queries.analytics.listTopSkills.queryOptions({ input: { query }, placeholderData: keepPreviousData });
}

/**
 * Replaces the figures of both queries above by those that the portal sends when conversations arrive.
 * @param onFigures runs with each of them
 * @returns whether it sends them now
 */
export function useLiveFigures(query: ComparedQuery, isEnabled: boolean, onFigures: () => void): boolean {
  const queryClient = useQueryClient();
  return useWatch<Dashboard>(
    ['live', 'watchDashboard'],
    { query },
    {
      isEnabled,
      onValue: ({ stats, answers }) => {
        queryClient.setQueryData(getStatsQuery(query).queryKey, stats);
        queryClient.setQueryData(getAnswersQuery(query).queryKey, answers);
        onFigures();
      },
    },
  );
}
