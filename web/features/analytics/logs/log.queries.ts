import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { LogQuery } from '#contract/analytics/analytics.ts';
import { queries } from '../../../api/queries.ts';

/** Filter lists change rarely, so that one visit to the page loads them once. */
const optionsStaleMs = 300_000;

/**
 * One page of conversations. The rows are always those of the latest call, because each call has its own key and cancels
 * the one before. The former rows stay while it is loading.
 */
export function useLogs(query: LogQuery) {
  return useQuery(
    queries.analytics.listConversations.queryOptions({
      input: { body: query },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
}

/** Section 4: an empty list never replaces one that is already there. */
function keepNonEmpty(before: unknown, after: unknown): unknown {
  return Array.isArray(after) && after.length === 0 && Array.isArray(before) ? before : after;
}

const optionsFacts = { staleTime: optionsStaleMs, structuralSharing: keepNonEmpty };

/** Options of the user filter, unmapped users included. */
export function useLogUsers(isWanted: boolean) {
  const input = isWanted ? { query: { unmapped: 'true' as const } } : skipToken;
  return useQuery(queries.users.list.queryOptions({ input, ...optionsFacts }));
}

export function useLogSkills(isWanted: boolean) {
  return useQuery(queries.skills.list.queryOptions({ ...optionsFacts, enabled: isWanted }));
}
