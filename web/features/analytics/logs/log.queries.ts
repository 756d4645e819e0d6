import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { LogQuery } from '#contract/analytics/analytics.ts';
import { queries } from '../../../api/queries.ts';

/** Filter lists change rarely; a visit to the page asks once. */
const optionsStaleMs = 300_000;

/**
 * One page of conversations. The answer shown is always that of the latest call, because each call has its own key and
 * a new one calls off the one before; until it is there the former rows stay.
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

/** The users of the user filter, those whom nobody has mapped among them. */
export function useLogUsers(isWanted: boolean) {
  const input = isWanted ? { query: { unmapped: 'true' as const } } : skipToken;
  return useQuery(queries.users.list.queryOptions({ input, ...optionsFacts }));
}

export function useLogSkills(isWanted: boolean) {
  return useQuery(queries.skills.list.queryOptions({ ...optionsFacts, enabled: isWanted }));
}
