import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MaskingTrial } from '#contract/masking.ts';
import { queries } from '../../api/queries.ts';

/** Not cached after the page is left, so that the form never opens on an old version. */
export const maskingQuery = queries.masking.get.queryOptions({ gcTime: 0 });

/** Conversations are loaded again, because they show other values now. */
export function useUpdateMasking() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.masking.update.mutationOptions({
      onSuccess: (answer) => {
        queryClient.setQueryData(maskingQuery.queryKey, answer);
        void queryClient.invalidateQueries({ queryKey: queries.analytics.key() });
      },
    }),
  );
}

/** Counts values that the settings would mask; the former counts stay until these arrive. */
export const maskingPreviewQuery = (settings: MaskingTrial['settings']) =>
  queries.masking.preview.queryOptions({
    input: { body: { settings } },
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });

export function useTryMasking() {
  return useMutation(queries.masking.try.mutationOptions({ gcTime: 0 }));
}
