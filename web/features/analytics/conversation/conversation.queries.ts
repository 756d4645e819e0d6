import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';

/** The record of a conversation that is not on the page of the list. */
export function useLogRecord(id: string, isMissing: boolean) {
  const options = queries.analytics.getConversation.queryOptions({ input: { params: { id } } });
  return useQuery({ ...options, enabled: isMissing });
}

/** The messages of one conversation; dropped from the cache when it closes (section 4). */
export function useHistory(id: string) {
  return useQuery(
    queries.analytics.listMessages.queryOptions({ input: { params: { id } }, gcTime: 0, staleTime: 60_000 }),
  );
}
