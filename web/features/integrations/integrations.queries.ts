import { useMutation } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { editedRecordOptions, listQueryOptions, useCachedList } from '../../api/record-queries.ts';

/** Every integration of the company, by name. */
export const integrationsQuery = queries.integrations.list.queryOptions(listQueryOptions);

export function getIntegrationQuery(id: string) {
  return queries.integrations.get.queryOptions({ input: { params: { id } }, ...editedRecordOptions });
}

export function useCreateIntegration() {
  return useMutation(
    queries.integrations.create.mutationOptions({ onSuccess: useCachedList(integrationsQuery).reload }),
  );
}

/** Loads the list again after a failed save too, because the integration may be deleted. */
export function useUpdateIntegration() {
  const { change, reload } = useCachedList(integrationsQuery);
  return useMutation(
    queries.integrations.update.mutationOptions({
      onSuccess: (saved) => change((list) => list.map((each) => (each.id === saved.id ? saved : each))),
      onSettled: reload,
    }),
  );
}

export function useDeleteIntegration() {
  const { change, reload } = useCachedList(integrationsQuery);
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
  return useMutation(
    queries.integrations.testStored.mutationOptions({ onSuccess: useCachedList(integrationsQuery).reload }),
  );
}

/** The active intake keys, and which of them may read the credentials of an integration. */
export function getGrantsQuery(id: string) {
  return queries.integrations.listGrants.queryOptions({ input: { params: { id } } });
}

interface GrantChange {
  readonly keyId: string;
  readonly isGranted: boolean;
}

/** Loads the keys again after a failure too, because a key may be revoked. */
export function useChangeGrant(id: string) {
  const { queryKey } = getGrantsQuery(id);
  const { change, reload } = useCachedList({ queryKey });
  const [create, remove] = [
    useMutation(queries.integrations.createGrant.mutationOptions()),
    useMutation(queries.integrations.deleteGrant.mutationOptions()),
  ];
  return useMutation({
    mutationFn: ({ keyId, isGranted }: GrantChange) =>
      (isGranted ? create : remove).mutateAsync({ params: { id, keyId } }),
    onSuccess: (saved) => change((grants) => grants.map((each) => (each.keyId === saved.keyId ? saved : each))),
    onSettled: reload,
  });
}
