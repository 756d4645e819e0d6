import { queries } from '../../api/queries.ts';
import { useCall } from '../../api/use-call.ts';
import { workQueryOptions } from '../../records/work-table.tsx';

export const rowFilesQuery = queries.exports.listFiles.queryOptions(workQueryOptions);

export const useDeleteRowFile = () => useCall(queries.exports.deleteFile, { changes: [rowFilesQuery] });
