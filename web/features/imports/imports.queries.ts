import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LogImport } from '#contract/intake/log-imports.ts';
import { queries } from '../../api/queries.ts';
import { isUnknownRecord, listQueryOptions } from '../../api/record-queries.ts';

/** An import that runs or is undone changes by itself. */
const isMoving = ({ state, undo }: LogImport) => state === 'running' || undo?.state === 'waiting';
const pollMs = 1500;

export const importsQuery = queries.logImports.list.queryOptions({
  ...listQueryOptions,
  refetchInterval: ({ state: { data } }) => (data?.some(isMoving) ? pollMs : false),
});

export const getImportQuery = (id: string) =>
  queries.logImports.get.queryOptions({
    input: { params: { id } },
    throwOnError: (error, { state: { data } }) => !isUnknownRecord(error) && data === undefined,
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? pollMs : false),
  });

/** Shows the answer at once; after a failure both are loaded again, because another user may have changed the import. */
function useShowImport() {
  const queryClient = useQueryClient();
  return {
    onSuccess: (answer: LogImport) => {
      queryClient.setQueryData(getImportQuery(answer.id).queryKey, answer);
      void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: queries.logImports.key() }),
  };
}

export const useCreateImport = () => useMutation(queries.logImports.create.mutationOptions(useShowImport()));
export const useStartImport = () => useMutation(queries.logImports.start.mutationOptions(useShowImport()));
export const useCancelImport = () => useMutation(queries.logImports.cancel.mutationOptions(useShowImport()));
export const useUndoImport = () => useMutation(queries.logImports.undo.mutationOptions(useShowImport()));

/** One that was never started is gone with its file, so that the list alone is loaded again. */
export function useDeleteImportFile() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.logImports.deleteFile.mutationOptions({
      onSuccess: (imports) => queryClient.setQueryData(importsQuery.queryKey, imports),
    }),
  );
}

export const usePreviewImport = () => useMutation(queries.logImports.preview.mutationOptions({ gcTime: 0 }));
