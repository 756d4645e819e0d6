import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Announcement } from '#contract/mails/mails.ts';
import { queries } from '../../api/queries.ts';

/** What was sent, newest first, page by page; read anew each time, because mails go out by themselves. */
export const sentMailsQuery = queries.mails.list.infiniteOptions({
  input: (after: string | undefined) => ({ query: after === undefined ? {} : { after } }),
  initialPageParam: undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  staleTime: 0,
});

/** One mail; it never changes. */
export const getSentMailQuery = (id: string) =>
  queries.mails.get.queryOptions({ input: { params: { id } }, staleTime: Number.POSITIVE_INFINITY });

/** As it would be sent now, so it is written anew each time it is opened. */
export const digestPreviewQuery = queries.mails.previewDigest.queryOptions({ gcTime: 0, staleTime: 60_000 });

export const announcementsQuery = queries.mails.listAnnouncements.queryOptions();

export function useUnsubscribe() {
  return useMutation(queries.mails.unsubscribe.mutationOptions());
}

/** The new one stands on top at once. */
export function useAnnounce() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.mails.createAnnouncement.mutationOptions({
      onSuccess: (made) => {
        queryClient.setQueryData(announcementsQuery.queryKey, (known?: Announcement[]) => known && [made, ...known]);
      },
    }),
  );
}
