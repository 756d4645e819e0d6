import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { keepOrder } from '#web/lib/keep-order.ts';
import { pickNewer, type LiveUsage } from '#web/records/month/live-usage.ts';

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

const changes = [queries.supportRequests, queries.bill];

export const useChangeSupport = () => ({
  create: useCall(queries.supportRequests.create, { changes }),
  update: useCall(queries.supportRequests.update, { changes }),
  remove: useCall(queries.supportRequests.delete, { changes }),
});
