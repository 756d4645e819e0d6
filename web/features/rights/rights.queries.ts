import { useMutation, useQueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/current-user.ts';
import { queries } from '../../api/queries.ts';

/** Not cached after the page is left, so that the form never opens on an old version. */
export const rightsQuery = queries.rights.get.queryOptions({ gcTime: 0 });

/** Loads the current user anew, because menus and pages follow from the rights. */
export function useUpdateRights() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.rights.update.mutationOptions({
      onSuccess: (answer) => {
        queryClient.setQueryData(rightsQuery.queryKey, answer);
        void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      },
    }),
  );
}
