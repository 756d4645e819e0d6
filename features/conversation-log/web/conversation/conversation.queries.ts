import { useQuery } from '@tanstack/react-query';
import { queries } from '#web/api/queries.ts';

/** The record of a conversation with its sender's id and its billed runs. */
export function useConversation(id: string) {
  return useQuery(queries.analytics.getConversation.queryOptions({ input: { params: { id } } }));
}

/** The messages of one conversation; dropped from the cache when it closes (section 4). */
export function useHistory(id: string) {
  return useQuery(
    queries.analytics.listMessages.queryOptions({ input: { params: { id } }, gcTime: 0, staleTime: 60_000 }),
  );
}
