import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SingleSignOn } from '#contract/single-sign-on.ts';
import { queries } from '../../api/queries.ts';

/** Not cached after the page is left, so that the form never opens on an old version. */
export const singleSignOnQuery = queries.singleSignOn.get.queryOptions({
  gcTime: 0,
  throwOnError: (_error, query) => query.state.data === undefined,
});

function useKeep() {
  const queryClient = useQueryClient();
  return (answer: SingleSignOn) => queryClient.setQueryData(singleSignOnQuery.queryKey, answer);
}

export function useUpdateSingleSignOn() {
  return useMutation(queries.singleSignOn.update.mutationOptions({ onSuccess: useKeep() }));
}

export function useTestSingleSignOn() {
  const keep = useKeep();
  return useMutation(
    queries.singleSignOn.test.mutationOptions({ onSuccess: ({ singleSignOn }) => keep(singleSignOn) }),
  );
}

export function useParseMetadata() {
  return useMutation(queries.singleSignOn.parseMetadata.mutationOptions());
}

export function useDeleteSingleSignOn() {
  return useMutation(queries.singleSignOn.delete.mutationOptions({ onSuccess: useKeep() }));
}
