import type { privacyContract } from '#contract/privacy/privacy.ts';
import { createExport, getExportFile, listExports } from './exports.service.ts';
import type { Operations } from '../../portal/operations.ts';

export const privacyOperations: Operations<typeof privacyContract> = {
  listExports: (portal, { actor }) => listExports(portal, actor),
  createExport: (portal, call) => createExport(portal, call),
  getExportFile: (portal, call, { params }) => getExportFile(portal, call, params.id),
};
