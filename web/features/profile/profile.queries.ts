import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedSession } from '#contract/session/session-list.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { queries } from '../../api/queries.ts';

/** Updates the user's own record, then refetches the current user, because menus and headers show the name. */
export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.users.update.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
    }),
  );
}

/** Two-factor authentication at the session's user pool. Read again with every visit: only the pool knows it. */
export const poolFactorQuery = queries.session.getTwoFactor.queryOptions({ staleTime: 0 });

/** After two-factor authentication was turned on or off. */
export function useRefreshFactor() {
  const queryClient = useQueryClient();
  return async () => {
    const changed = [currentUserQuery.queryKey, poolFactorQuery.queryKey];
    await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
}

/** The sessions of the account, read anew with every visit. */
export const sessionsQuery = queries.session.listSessions.queryOptions({ staleTime: 0 });

/** The list takes the answer; a failure loads it again. */
function useChangedSessions() {
  const queryClient = useQueryClient();
  return {
    onSuccess: (left: ListedSession[]) => queryClient.setQueryData(sessionsQuery.queryKey, left),
    onError: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  };
}

export function useEndSession() {
  return useMutation(queries.session.deleteSession.mutationOptions(useChangedSessions()));
}

export function useEndOtherSessions() {
  return useMutation(queries.session.deleteOtherSessions.mutationOptions(useChangedSessions()));
}

/** Cancels a new address that is not verified yet. */
export function useCancelNewAddress() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.session.cancelContact.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
    }),
  );
}
