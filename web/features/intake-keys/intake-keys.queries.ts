import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { isUnknownRecord, listQueryOptions, useCachedList } from '../../api/record-queries.ts';

export const intakeKeysQuery = queries.intakeKeys.list.queryOptions(listQueryOptions);

/** Loads the list again after success and failure, because another user may have changed a key meanwhile. */
function useReloadKeys() {
  return { onSettled: useCachedList(intakeKeysQuery).reload };
}

export function useCreateKey() {
  return useMutation(queries.intakeKeys.create.mutationOptions({ ...useReloadKeys(), gcTime: 0 }));
}

export function useRenameKey() {
  return useMutation(queries.intakeKeys.rename.mutationOptions(useReloadKeys()));
}

export function useRotateKey() {
  return useMutation(queries.intakeKeys.rotate.mutationOptions({ ...useReloadKeys(), gcTime: 0 }));
}

/** Shows the key as revoked at once, in its place until the list is loaded again. */
export function useRevokeKey() {
  const { change, reload } = useCachedList(intakeKeysQuery);
  return useMutation(
    queries.intakeKeys.revoke.mutationOptions({
      onSuccess: (revoked) => change((keys) => keys.map((key) => (key.id === revoked.id ? revoked : key))),
      onSettled: reload,
    }),
  );
}

/** Counts go on, so that they are loaded at each visit. */
export const getKeyReportsQuery = (id: string) =>
  queries.intakeKeys.getReports.queryOptions({
    input: { params: { id }, query: { days: '30' } },
    throwOnError: (error) => !isUnknownRecord(error),
  });

export function useUpdateKeyAlerts(id: string) {
  const queryClient = useQueryClient();
  return useMutation(
    queries.intakeKeys.updateAlerts.mutationOptions({
      onSuccess: (answer) => queryClient.setQueryData(getKeyReportsQuery(id).queryKey, answer),
      ...useReloadKeys(),
    }),
  );
}
