import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConversationsPage } from '#features/conversation-log/contract/logs.ts';
import type { LogQuery } from '#features/conversation-log/contract/log-query.ts';
import { queries } from '#web/api/queries.ts';
import { useWatch } from '#web/api/events/use-watch.ts';

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

/** Options of the user filter, unmapped users included; section 7 asks the dev API for them. */
export function useLogUsers(isWanted: boolean) {
  const input = isWanted ? { query: { unmapped: 'true' as const } } : skipToken;
  return useQuery(queries.users.list.queryOptions({ input, context: { target: 'dev' }, ...optionsFacts }));
}

export function useLogSkills(isWanted: boolean) {
  return useQuery(queries.skills.list.queryOptions({ ...optionsFacts, enabled: isWanted }));
}

/** How often a list asks for what is new while the portal does not send it. */
const livePollMs = 20_000;

/**
 * The rows of a page with what has become of them since, for example of one that was processing, and how many
 * conversations have come in. None is added or moved by itself, so that what is being read stays in its place.
 */
export function useLiveLogs(logs: ReturnType<typeof useLogs>, query: LogQuery) {
  const queryClient = useQueryClient();
  const { data, dataUpdatedAt, isPlaceholderData, isError } = logs;
  const options = queries.analytics.listConversations.queryOptions({ input: { body: query } });
  const queryKey = [...options.queryKey, 'live', dataUpdatedAt] as const;
  const isEnabled = data !== undefined && !isPlaceholderData && !isError;
  const isLive = useWatch<ConversationsPage>(
    ['live', 'watchLog'],
    { body: query },
    { isEnabled, onValue: (page) => queryClient.setQueryData(queryKey, page) },
  );
  const { data: latest } = useQuery({
    ...options,
    queryKey,
    enabled: isEnabled,
    initialData: isPlaceholderData ? undefined : data,
    initialDataUpdatedAt: dataUpdatedAt,
    staleTime: livePollMs,
    refetchInterval: isLive ? false : livePollMs,
    gcTime: 0,
    retry: false,
  });
  const newer = new Map(latest?.payloads.map((row) => [row._id, row]));
  return {
    isLive,
    rows: data?.payloads.map((row) => newer.get(row._id) ?? row),
    newCount: latest && data && !isPlaceholderData ? Math.max(0, latest.size - data.size) + (latest.newer ?? 0) : 0,
  };
}
