import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Integration } from '#contract/integrations/integrations.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { queries } from '../../api/queries.ts';

/** Every integration of the company, by name. What is already on screen survives a failed reload. */
export const integrationsQuery = queries.integrations.list.queryOptions({
  throwOnError: (_error, query) => query.state.data === undefined,
});

/**
 * One integration for the form: always read anew and never behind the person's back, because the form stands on the
 * version it was opened with.
 */
export function getIntegrationQuery(id: string) {
  return queries.integrations.get.queryOptions({
    input: { params: { id } },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: (error) => !isUnknownIntegration(error),
  });
}

/** No such integration, or an address that could never be one: both are a page that does not exist. */
export function isUnknownIntegration(error: unknown): boolean {
  return error instanceof ApiProblem && (error.is('record.not-found') || error.is('request.invalid'));
}

/** Changes the list on screen at once, and reads it again. */
function useListChange() {
  const queryClient = useQueryClient();
  const { queryKey } = integrationsQuery;
  return {
    change: (toChanged: (list: Integration[]) => Integration[]) =>
      queryClient.setQueryData(queryKey, (list?: Integration[]) => list && toChanged(list)),
    reload: () => void queryClient.invalidateQueries({ queryKey }),
  };
}

export function useCreateIntegration() {
  return useMutation(queries.integrations.create.mutationOptions({ onSuccess: useListChange().reload }));
}

/** What can not be saved, because it is gone, is the list's business too. */
export function useSaveIntegration() {
  const { change, reload } = useListChange();
  return useMutation(
    queries.integrations.update.mutationOptions({
      onSuccess: (saved) => change((list) => list.map((each) => (each.id === saved.id ? saved : each))),
      onSettled: reload,
    }),
  );
}

export function useDeleteIntegration() {
  const { change, reload } = useListChange();
  return useMutation(
    queries.integrations.delete.mutationOptions({
      onSuccess: (_answer, { params }) => change((list) => list.filter(({ id }) => id !== params.id)),
      onSettled: reload,
    }),
  );
}

/** Tries values as they were typed; nothing is kept of it. */
export function useTypedTest() {
  return useMutation(queries.integrations.test.mutationOptions({ gcTime: 0 }));
}

/** Tries what is stored; the list shows how the last such test ended. */
export function useStoredTest() {
  return useMutation(queries.integrations.testStored.mutationOptions({ onSuccess: useListChange().reload }));
}
