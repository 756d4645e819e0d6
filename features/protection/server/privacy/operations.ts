import type { privacyContract } from '#features/protection/contract/privacy.ts';
import { createExport, getExportFile, listExports } from './exports.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const privacyOperations: Operations<typeof privacyContract> = {
  listExports: (portal, { actor }) => listExports(portal, actor),
  createExport: (portal, call) => createExport(portal, call),
  getExportFile: (portal, call, { params }) => getExportFile(portal, call, params.id),
};
