import { keepPreviousData } from '@tanstack/react-query';
import type { ComparedQuery, RangeQuery } from '#contract/analytics/analytics.ts';
import { queries } from '../../api/queries.ts';

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

/** Time, tokens and failures of the answers of a range. */
export function getAnswersQuery(query: ComparedQuery) {
  return queries.analytics.getAnswerStats.queryOptions({ input: { query }, placeholderData: keepPreviousData });
}
