import { useQueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';

/** Updates the user's own record, and waits for the current user, because menus and headers show the name. */
export function useUpdateProfile() {
  const reload = useReloadCurrentUser();
  return useCall(queries.users.update, { onSuccess: reload });
}

function useReloadCurrentUser() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
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

const left = { answers: sessionsQuery, afterFailure: [sessionsQuery] };

export const useEndSession = () => useCall(queries.session.deleteSession, left);
export const useEndOtherSessions = () => useCall(queries.session.deleteOtherSessions, left);

/** Cancels a new address that is not verified yet. */
export function useCancelNewAddress() {
  const reload = useReloadCurrentUser();
  return useCall(queries.session.cancelContact, { onSuccess: reload });
}
