import { skipToken, useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { editedRecordOptions, listQueryOptions, useCachedList } from '#web/api/record-queries.ts';
import { useCall } from '#web/api/use-call.ts';

/** Every user of the company, at most some ten thousand. */
export const usersQuery = queries.users.list.queryOptions({ input: {}, ...listQueryOptions });

/** The roles that the signed-in user may grant. */
export const userRolesQuery = queries.users.listRoles.queryOptions({ staleTime: 300_000, throwOnError: true });

export function getUserQuery(id: string) {
  return queries.users.get.queryOptions({ input: { params: { id } }, ...editedRecordOptions });
}

/** The lists of users, and the signed-in user, who may be among the changed ones. */
const changes = [queries.users.list, currentUserQuery];

export const useCreateUser = () => useCall(queries.users.create, { changes, afterFailure: [] });
export const useUpdateUser = () => useCall(queries.users.update, { changes, afterFailure: [] });

/** Deletes all of the users or none. The list on screen loses them at once. */
export function useDeleteUsers() {
  const { change } = useCachedList(usersQuery);
  return useCall(queries.users.delete, {
    changes,
    onSuccess: (_answer, { body }) => {
      const deleted = new Set(body);
      change((users) => users.filter(({ id }) => !deleted.has(id)));
    },
  });
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
  const effects = { answers: getUserQuery(id), changes: [queries.users.list], afterFailure: [] };
  const steps = {
    sendInvitation: useCall(queries.users.sendInvitation, effects),
    deactivate: useCall(queries.users.deactivate, effects),
    reactivate: useCall(queries.users.reactivate, effects),
    resetTwoFactor: useCall(queries.users.resetTwoFactor, effects),
  };
  return {
    run: (step: UserStep) => steps[step].mutateAsync({ params: { id } }),
    isRunning: Object.values(steps).some(({ isPending }) => isPending),
  };
}
