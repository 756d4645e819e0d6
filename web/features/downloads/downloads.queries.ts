import { queries } from '../../api/queries.ts';
import { useCall } from '../../api/use-call.ts';

const refreshMs = 2_000;

/** Loaded again and again while a file is prepared. */
export const rowFilesQuery = queries.exports.listFiles.queryOptions({
  staleTime: 0,
  throwOnError: false,
  refetchInterval: ({ state }) => (state.data?.some((each) => each.state === 'waiting') ? refreshMs : false),
});

export const useDeleteRowFile = () => useCall(queries.exports.deleteFile, { changes: [rowFilesQuery] });
