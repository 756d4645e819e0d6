import { queries } from '#web/api/queries.ts';
import { useCachedList } from '#web/api/record-queries.ts';
import { useCall } from '#web/api/use-call.ts';

/** Sent e-mails, newest first, page by page. They are never fresh, because mails are sent in the background. */
export const sentMailsQuery = queries.mails.list.infiniteOptions({
  input: (after: string | undefined) => ({ query: after === undefined ? {} : { after } }),
  initialPageParam: undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  staleTime: 0,
});

/** One mail; it never changes. */
export const getSentMailQuery = (id: string) =>
  queries.mails.get.queryOptions({ input: { params: { id } }, staleTime: Number.POSITIVE_INFINITY });

/** The digest as it would be sent now, built anew for each preview. */
export const digestPreviewQuery = queries.mails.previewDigest.queryOptions({ gcTime: 0, staleTime: 60_000 });

export const announcementsQuery = queries.mails.listAnnouncements.queryOptions();

/** Mails that the user has unsubscribed from, read again with every visit, because links in mails unsubscribe too. */
export const optOutsQuery = queries.mails.listOptOuts.queryOptions({ staleTime: 0 });

export const useSubscribe = () => useCall(queries.mails.deleteOptOut, { answers: optOutsQuery });
export const useUnsubscribe = () => useCall(queries.mails.unsubscribe);

/** Puts the new announcement on top of the list at once. */
export function useCreateAnnouncement() {
  const { change } = useCachedList(announcementsQuery);
  return useCall(queries.mails.createAnnouncement, {
    onSuccess: (created) => change((list) => [created, ...list]),
  });
}

export const usePreviewAnnouncement = () => useCall(queries.mails.previewAnnouncement);
export const useTestAnnouncement = () => useCall(queries.mails.testAnnouncement);
