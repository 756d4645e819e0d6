import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';

/** What the list says of a conversation, for whoever comes by a link to one that is not on the page behind it. */
export function useLogRecord(id: string, isMissing: boolean) {
  const options = queries.analytics.getConversation.queryOptions({ input: { params: { id } } });
  return useQuery({ ...options, enabled: isMissing });
}

/** The messages of one conversation, read anew each time it is opened: closing forgets them (section 4). */
export function useHistory(id: string) {
  return useQuery(
    queries.analytics.listMessages.queryOptions({ input: { params: { id } }, gcTime: 0, staleTime: 60_000 }),
  );
}
