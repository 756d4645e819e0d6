import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import { keepOrder } from '../../../lib/keep-order.ts';
import { pickNewer, type LiveUsage } from '../usage.queries.ts';

/** The support requests of a month, by default the present one. Those that came since follow. */
export function useSupportMonth(period: string | undefined, live: LiveUsage | undefined) {
  const answer = useQuery(
    queries.supportRequests.list.queryOptions({
      input: { query: period === undefined ? {} : { period } },
      placeholderData: keepPreviousData,
    }),
  );
  const { data: loaded } = answer;
  const newest = pickNewer(answer, live, ({ supportRequests }) => supportRequests);
  const data = newest && loaded && { ...newest, data: keepOrder(newest.data, loaded.data) };
  return { data, error: answer.error, refetch: answer.refetch, isFetching: answer.isFetching };
}

/** A failure reloads too, because the request may be billed or deleted. */
export function useChangeSupport() {
  const queryClient = useQueryClient();
  const reload = { onSettled: () => void queryClient.invalidateQueries({ queryKey: queries.supportRequests.key() }) };
  return {
    create: useMutation(queries.supportRequests.create.mutationOptions(reload)),
    update: useMutation(queries.supportRequests.update.mutationOptions(reload)),
    remove: useMutation(queries.supportRequests.delete.mutationOptions(reload)),
  };
}
