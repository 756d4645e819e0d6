import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { WatchedUsage } from '#features/dashboard/contract/live.ts';
import { useNewer } from '#web/api/events/use-newer.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import type { ShownRequests } from '#web/records/requests-address.ts';

/**
 * The usage of a month, by default the present one. The former month stays while the new one is loading.
 * @returns `data`: the newest; `loaded`: what stands in the places of its skills; `live`: what came last, of the whole page, also
 * where the usage was loaded after it, because the other parts of the page are loaded by themselves
 */
export function useUsage(period: string | undefined) {
  const query = period === undefined ? {} : { period };
  const answer = useQuery(queries.usage.get.queryOptions({ input: { query }, placeholderData: keepPreviousData }));
  const { isLive, last, newer } = useNewer<WatchedUsage>(['live', 'watchUsage'], { query }, answer);
  const { data: loaded, error, isFetching, isPlaceholderData, refetch } = answer;
  return { data: newer?.value ?? loaded, loaded, live: last, isLive, error, isFetching, isPlaceholderData, refetch };
}

export function useSupport() {
  return useQuery(queries.usage.getSupport.queryOptions());
}

/** Billed requests, newest first, page by page; dropped from the cache when the dialog closes. */
export function useUsageEvents({ skill: id, from, to, user, conversation }: ShownRequests, period: string | undefined) {
  const days = from !== undefined && to !== undefined ? { from, to } : period !== undefined && { period };
  // A conversation may have been billed on a day behind its messages.
  const scope = conversation === undefined ? days : { conversation };
  return useInfiniteQuery(
    queries.usage.listEvents.infiniteOptions({
      input: (after: string | undefined) => ({
        params: { id },
        query: { ...scope, ...(user !== undefined && { user }), ...(after !== undefined && { after }) },
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      gcTime: 0,
      staleTime: 60_000,
    }),
  );
}

const changes = [queries.usage];

export const useUpdateLimits = () => ({
  account: useCall(queries.usage.updateLimit, { changes }),
  skill: useCall(queries.usage.updateSkillLimit, { changes }),
  support: useCall(queries.usage.updateSupportLimits, { changes }),
});
