import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Integration } from '#contract/integrations/integrations.ts';
import { queries } from '../../api/queries.ts';
import { editedRecordOptions, listQueryOptions } from '../../api/record-queries.ts';

/** Every integration of the company, by name. */
export const integrationsQuery = queries.integrations.list.queryOptions(listQueryOptions);

export function getIntegrationQuery(id: string) {
  return queries.integrations.get.queryOptions({ input: { params: { id } }, ...editedRecordOptions });
}

/** Changes the list on screen at once, and loads it again. */
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

/** Loads the list again after a failed save too, because the integration may be deleted. */
export function useUpdateIntegration() {
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

/** Tests typed values; nothing of them is stored or cached. */
export function useTypedTest() {
  return useMutation(queries.integrations.test.mutationOptions({ gcTime: 0 }));
}

/** Tests the stored integration; the list shows the outcome of the last such test. */
export function useStoredTest() {
  return useMutation(queries.integrations.testStored.mutationOptions({ onSuccess: useListChange().reload }));
}
