import { keepPreviousData } from '@tanstack/react-query';
import type { MaskingTrial } from '#features/protection/contract/masking.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';

/** Not cached after the page is left, so that the form never opens on an old version. */
export const maskingQuery = queries.masking.get.queryOptions({ gcTime: 0 });

/** Conversations are loaded again, because they show other values now. */
export const useUpdateMasking = () =>
  useCall(queries.masking.update, { answers: maskingQuery, changes: [queries.analytics], afterFailure: [] });

/** Counts values that the settings would mask; the former counts stay until these arrive. */
export const maskingPreviewQuery = (settings: MaskingTrial['settings']) =>
  queries.masking.preview.queryOptions({
    input: { body: { settings } },
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });

export const useTryMasking = () => useCall(queries.masking.try);
