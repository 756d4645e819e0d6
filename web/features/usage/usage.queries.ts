import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';

/** The usage of a month, the present one without a period. The former month stays until the new one is there. */
export function useUsage(period: string | undefined) {
  return useQuery(
    queries.usage.get.queryOptions({
      input: { query: period === undefined ? {} : { period } },
      placeholderData: keepPreviousData,
    }),
  );
}

export function useSupport() {
  return useQuery(queries.usage.getSupport.queryOptions());
}

/** The billed runs behind a row, newest first, page by page. Closing forgets them. */
export function useRequests(id: string, period: string | undefined) {
  return useInfiniteQuery(
    queries.usage.listEvents.infiniteOptions({
      input: (after: string | undefined) => ({
        params: { id },
        query: { ...(period !== undefined && { period }), ...(after !== undefined && { after }) },
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      gcTime: 0,
      staleTime: 60_000,
    }),
  );
}

/** Whatever became of a save, what is on screen is read again: somebody else may have changed a limit meanwhile. */
export function useSaveLimits() {
  const queryClient = useQueryClient();
  const reload = { onSettled: () => void queryClient.invalidateQueries({ queryKey: queries.usage.key() }) };
  return {
    account: useMutation(queries.usage.updateLimit.mutationOptions(reload)),
    skill: useMutation(queries.usage.updateSkillLimit.mutationOptions(reload)),
    support: useMutation(queries.usage.updateSupportLimits.mutationOptions(reload)),
  };
}
