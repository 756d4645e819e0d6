import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';

/** The support requests of a month, by default the present one. */
export function useSupportMonth(period: string | undefined) {
  return useQuery(
    queries.supportRequests.list.queryOptions({
      input: { query: period === undefined ? {} : { period } },
      placeholderData: keepPreviousData,
    }),
  );
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
