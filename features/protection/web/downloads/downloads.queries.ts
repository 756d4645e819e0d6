import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { workQueryOptions } from '#web/records/work-table.tsx';

export const rowFilesQuery = queries.exports.listFiles.queryOptions(workQueryOptions);

export const useDeleteRowFile = () => useCall(queries.exports.deleteFile, { changes: [rowFilesQuery] });
