import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/users.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { queries } from '../../api/queries.ts';
import { editedRecordOptions, listQueryOptions, useCachedList } from '../../api/record-queries.ts';

/** Every user of the company, at most some ten thousand. */
export const usersQuery = queries.users.list.queryOptions({ input: {}, ...listQueryOptions });

/** The roles that the signed-in user may grant. */
export const userRolesQuery = queries.users.listRoles.queryOptions({ staleTime: 300_000, throwOnError: true });

export function getUserQuery(id: string) {
  return queries.users.get.queryOptions({ input: { params: { id } }, ...editedRecordOptions });
}

/** Loads the lists of users again, and the signed-in user, who may be among the changed ones. */
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

export function useUpdateUser() {
  return useMutation(queries.users.update.mutationOptions({ onSuccess: useReloadUsers() }));
}

/** Deletes all of the users or none. The list on screen loses them at once and is then loaded again. */
export function useDeleteUsers() {
  const { change } = useCachedList(usersQuery);
  return useMutation(
    queries.users.delete.mutationOptions({
      onSuccess: (_answer, { body }) => {
        const deleted = new Set(body);
        change((users) => users.filter(({ id }) => !deleted.has(id)));
      },
      onSettled: useReloadUsers(),
    }),
  );
}

/** Figures of a user in the present month. */
export function useUserFigures(id: string) {
  return useQuery(queries.analytics.getUserStats.queryOptions({ input: { params: { _id: id } } }));
}

export const lastConversations = 5;

/** The last conversations of a user, whenever they were. */
export function useUserConversations(id: string, isReadable: boolean) {
  const body = { from: firstInstant, users: [id], limit: lastConversations };
  return useQuery(queries.analytics.listConversations.queryOptions({ input: isReadable ? { body } : skipToken }));
}

/** No conversation is older. */
const firstInstant = '2010-01-01T00:00:00.000Z';

type UserStep = 'sendInvitation' | 'deactivate' | 'reactivate' | 'resetTwoFactor';

/** Steps of an administrator beside the form of a user, which stays as it is. */
export function useUserStep(id: string) {
  const queryClient = useQueryClient();
  const onSuccess = (user: User) => {
    queryClient.setQueryData(getUserQuery(id).queryKey, user);
    void queryClient.invalidateQueries({ queryKey: queries.users.list.key() });
  };
  const steps = {
    sendInvitation: useMutation(queries.users.sendInvitation.mutationOptions({ onSuccess })),
    deactivate: useMutation(queries.users.deactivate.mutationOptions({ onSuccess })),
    reactivate: useMutation(queries.users.reactivate.mutationOptions({ onSuccess })),
    resetTwoFactor: useMutation(queries.users.resetTwoFactor.mutationOptions({ onSuccess })),
  };
  return {
    run: (step: UserStep) => steps[step].mutateAsync({ params: { id } }),
    isRunning: Object.values(steps).some(({ isPending }) => isPending),
  };
}
