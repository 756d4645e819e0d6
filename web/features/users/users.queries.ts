import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/users.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { queries } from '../../api/queries.ts';

/** Every user of the company, at most some ten thousand. What is already on screen survives a failed reload. */
export const usersQuery = queries.users.list.queryOptions({
  input: {},
  throwOnError: (_error, query) => query.state.data === undefined,
});

/** The roles that the signed-in person may give. */
export const userRolesQuery = queries.users.listRoles.queryOptions({ staleTime: 300_000, throwOnError: true });

/**
 * One user for the edit form: always read anew and never behind the person's back, because the form stands on the
 * version it was opened with.
 */
export function getUserQuery(id: string) {
  return queries.users.get.queryOptions({
    input: { params: { id } },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: (error) => !isUnknownUser(error),
  });
}

/** No such user, or an address that could never be one: both are a page that does not exist. */
export function isUnknownUser(error: unknown): boolean {
  return error instanceof ApiProblem && (error.is('record.not-found') || error.is('request.invalid'));
}

/** Reads the lists of users again, and the signed-in user, who may be among the changed ones. */
function useReloadUsers() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: queries.users.list.key() });
    void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
  };
}

export function useCreateUser() {
  return useMutation(queries.users.create.mutationOptions({ onSuccess: useReloadUsers() }));
}

export function useSaveUser() {
  return useMutation(queries.users.update.mutationOptions({ onSuccess: useReloadUsers() }));
}

/** Deletes all of the list or nobody. The list on screen loses them at once and is then read again. */
export function useDeleteUsers() {
  const queryClient = useQueryClient();
  const reload = useReloadUsers();
  return useMutation(
    queries.users.delete.mutationOptions({
      onSuccess: (_answer, { body }) => {
        const gone = new Set(body);
        queryClient.setQueryData(usersQuery.queryKey, (users?: User[]) => users?.filter(({ id }) => !gone.has(id)));
      },
      onSettled: reload,
    }),
  );
}
