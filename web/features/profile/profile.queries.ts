import { useMutation, useQueryClient } from '@tanstack/react-query';
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

/** Cancels a new address that is not verified yet. */
export function useCancelNewAddress() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.session.cancelContact.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
    }),
  );
}
