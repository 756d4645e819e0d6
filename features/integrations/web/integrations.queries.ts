import { useMutation } from '@tanstack/react-query';
import { queries } from '#web/api/queries.ts';
import { editedRecordOptions, listQueryOptions, useCachedList } from '#web/api/record-queries.ts';
import { useCall } from '#web/api/use-call.ts';

/** Every integration of the company, by name. */
export const integrationsQuery = queries.integrations.list.queryOptions(listQueryOptions);

export function getIntegrationQuery(id: string) {
  return queries.integrations.get.queryOptions({ input: { params: { id } }, ...editedRecordOptions });
}

const changes = [integrationsQuery];

export const useCreateIntegration = () => useCall(queries.integrations.create, { changes });
export const useUpdateIntegration = () => useCall(queries.integrations.update, { rowOf: integrationsQuery, changes });

/** Deletes all of the integrations or none. The list on screen loses them at once. */
export function useDeleteIntegrations() {
  const { change } = useCachedList(integrationsQuery);
  const drop = (ids: readonly string[]) => change((list) => list.filter(({ id }) => !ids.includes(id)));
  const one = useCall(queries.integrations.delete, { changes, onSuccess: (_answer, { params }) => drop([params.id]) });
  const many = useCall(queries.integrations.deleteMany, { changes, onSuccess: drop });
  return ([first = '', ...others]: string[]): Promise<unknown> =>
    others.length === 0 ? one.mutateAsync({ params: { id: first } }) : many.mutateAsync({ body: [first, ...others] });
}

/** Tests typed values, of which nothing is stored. */
export const useTypedTest = () => useCall(queries.integrations.test);
/** Tests the stored integration; the list shows the outcome of the last such test. */
export const useStoredTest = () => useCall(queries.integrations.testStored, { changes });

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
  const [create, remove] = [useCall(queries.integrations.createGrant), useCall(queries.integrations.deleteGrant)];
  return useMutation({
    mutationFn: ({ keyId, isGranted }: GrantChange) =>
      (isGranted ? create : remove).mutateAsync({ params: { id, keyId } }),
    onSuccess: (saved) => change((grants) => grants.map((each) => (each.keyId === saved.keyId ? saved : each))),
    onSettled: reload,
  });
}
