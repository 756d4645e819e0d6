import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';

const refreshMs = 2_000;

/** Loaded again and again while a file is prepared. */
export const rowFilesQuery = queries.exports.listFiles.queryOptions({
  staleTime: 0,
  throwOnError: false,
  refetchInterval: ({ state }) => (state.data?.some((each) => each.state === 'waiting') ? refreshMs : false),
});

/** The list is loaded again also after a failure, because the file may be gone already. */
export function useDeleteRowFile() {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: rowFilesQuery.queryKey });
  return useMutation(queries.exports.deleteFile.mutationOptions({ onSettled }));
}
