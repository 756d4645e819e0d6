import type { LogImport } from '#features/imports/contract/log-imports.ts';
import { queries } from '#web/api/queries.ts';
import { isUnknownRecord, listQueryOptions } from '#web/api/record-queries.ts';
import { useCall } from '#web/api/use-call.ts';

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

const shown = {
  answers: ({ id }: LogImport) => getImportQuery(id),
  changes: [importsQuery],
  afterFailure: [queries.logImports],
};

export const useCreateImport = () => useCall(queries.logImports.create, shown);
export const useStartImport = () => useCall(queries.logImports.start, shown);
export const useCancelImport = () => useCall(queries.logImports.cancel, shown);
export const useUndoImport = () => useCall(queries.logImports.undo, shown);
/** One that was never started is gone with its file: the answer is the list. */
export const useDeleteImportFile = () => useCall(queries.logImports.deleteFile, { answers: importsQuery });
export const usePreviewImport = () => useCall(queries.logImports.preview);
