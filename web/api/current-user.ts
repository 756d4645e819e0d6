import { useSuspenseQuery } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/session/session-forms.ts';
import { client } from './client.ts';
import { takeFirstUser } from './identity-token.ts';
import { queries } from './queries.ts';
import { queryClient } from './query-client.ts';
import { onSessionChange } from './session-changes.ts';

/** Who is signed in. Guards load it before a page renders; a failure with `session.required` means that there is no session. */
export const currentUserQuery = {
  ...queries.session.getUser.queryOptions({ staleTime: 60_000 }),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await takeFirstUser()) ?? client.session.getUser(undefined, { signal }),
};

/** The signed-in user; suspends until known, and throws the problem where it can not be known. */
export function useCurrentUser(): CurrentUser {
  return useSuspenseQuery(currentUserQuery).data;
}

/** Another tab has signed in, perhaps as another user: no data of the former user may stay on this page. */
async function followOtherTab() {
  const known = queryClient.getQueryData(currentUserQuery.queryKey);
  if (!known) return;
  const { accountId } = await client.session.getUser();
  if (accountId !== known.accountId) await queryClient.resetQueries();
}

onSessionChange((change, from) => {
  // A failure shows at the next call of this tab.
  if (change === 'signed-in' && from === 'other-tab') followOtherTab().catch(() => undefined);
});
