import type { exportsContract } from '#features/protection/contract/exports.ts';
import { downloadedKinds, toListName, type DownloadedKind } from '#features/protection/contract/row-kinds.ts';
import { getRowFile } from './get-row-file.service.ts';
import { createRowFile, listRowFiles, rowFiles } from './row-files.service.ts';
import type { Operations } from '#server/portal/operations.ts';

type ExportsOperations = Operations<typeof exportsContract>;
type Downloads = Pick<ExportsOperations, ReturnType<typeof toListName<DownloadedKind>>>;

type Download = Downloads['listConversations'];

function toDownload(kind: DownloadedKind): Download {
  return (portal, call, { body }) => portal.downloadRows(call, kind, body as never);
}

export const exportsOperations: ExportsOperations = {
  // The inputs differ by the filters of the kinds, which `downloadRows` reads by the kind.
  ...(Object.fromEntries(downloadedKinds.map((kind) => [toListName(kind), toDownload(kind)])) as unknown as Downloads),
  createFile: (portal, call, { body }) => createRowFile(portal, call, body),
  listFiles: (portal, { actor }) => listRowFiles(portal, actor),
  getFile: (portal, call, { params }) => getRowFile(portal, call, params.id),
  deleteFile: (portal, { actor }, { params }) => rowFiles.cancel(portal, actor, params.id),
};
