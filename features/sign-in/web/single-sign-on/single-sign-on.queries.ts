import { useQueryClient } from '@tanstack/react-query';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';

/** Not cached after the page is left, so that the form never opens on an old version. */
export const singleSignOnQuery = queries.singleSignOn.get.queryOptions({
  gcTime: 0,
  throwOnError: (_error, query) => query.state.data === undefined,
});

const answers = singleSignOnQuery;

export const useUpdateSingleSignOn = () => useCall(queries.singleSignOn.update, { answers });
export const useDeleteSingleSignOn = () => useCall(queries.singleSignOn.delete, { answers });
export const useParseMetadata = () => useCall(queries.singleSignOn.parseMetadata);

export function useTestSingleSignOn() {
  const queryClient = useQueryClient();
  return useCall(queries.singleSignOn.test, {
    onSuccess: ({ singleSignOn }) => queryClient.setQueryData(answers.queryKey, singleSignOn),
  });
}
