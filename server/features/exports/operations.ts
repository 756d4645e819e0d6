import type { exportsContract } from '#contract/exports/exports.ts';
import { rowFileReader } from './get-row-file.service.ts';
import { createRowFile, deleteRowFile, listRowFiles } from './row-files.service.ts';
import type { Operations } from '../../portal/operations.ts';

export const exportsOperations: Operations<typeof exportsContract> = {
  listConversations: (portal, call, { body }) => portal.downloadRows(call, 'conversations', body),
  listMessages: (portal, call, { body }) => portal.downloadRows(call, 'messages', body),
  listUsage: (portal, call, { body }) => portal.downloadRows(call, 'usage', body),
  listRequests: (portal, call, { body }) => portal.downloadRows(call, 'requests', body),
  listInvoices: (portal, call, { body }) => portal.downloadRows(call, 'invoices', body),
  listTopUsers: (portal, call, { body }) => portal.downloadRows(call, 'topUsers', body),
  createFile: (portal, call, { body }) => createRowFile(portal, call, body),
  listFiles: (portal, { actor }) => listRowFiles(portal, actor),
  getFile: (portal, call, { params }) => rowFileReader(portal)(call, params.id),
  deleteFile: (portal, { actor }, { params }) => deleteRowFile(portal, actor, params.id),
};
