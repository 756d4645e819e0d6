import { useMutation, useQueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/current-user.ts';
import { queries } from '../../api/queries.ts';

/** Saves the person's own user; the signed-in user is then read again, because menus and headers show the name. */
export function useSaveProfile() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.users.update.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
    }),
  );
}

/** Drops a changed address that is not yet proven. */
export function useKeepAddress() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.session.cancelContact.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
    }),
  );
}
