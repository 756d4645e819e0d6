import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queries } from '#web/api/queries.ts';
import { pickNewer, type LiveUsage } from './live-usage.ts';

/** The bill of a month, by default the present one. What the stream of the usage page sent later follows. */
export function useBill(period?: string, live?: LiveUsage) {
  const answer = useQuery(
    queries.bill.get.queryOptions({
      input: { query: period === undefined ? {} : { period } },
      placeholderData: keepPreviousData,
    }),
  );
  const { error, isFetching, isPlaceholderData, refetch } = answer;
  return { data: pickNewer(answer, live, ({ bill }) => bill), error, isFetching, isPlaceholderData, refetch };
}
