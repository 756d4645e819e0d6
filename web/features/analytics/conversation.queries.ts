import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';

/** The messages of one conversation, read anew each time it is opened: closing forgets them (section 4). */
export function useHistory(id: string) {
  return useQuery(queries.analytics.history.queryOptions({ input: { params: { id } }, gcTime: 0, staleTime: 60_000 }));
}
