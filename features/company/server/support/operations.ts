import type { supportRequestsContract } from '#features/company/contract/support-requests.ts';
import { announce } from '#server/database/changes/announce-change.ts';
import {
  createSupportRequest,
  deleteSupportRequest,
  listSupportRequests,
  updateSupportRequest,
} from './support-requests.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const supportRequestsOperations: Operations<typeof supportRequestsContract> = {
  list: (portal, { actor }, { query }) => listSupportRequests(portal, actor, query?.period),
  create: (portal, call, { body, headers }) =>
    announce(portal, call, createSupportRequest(portal, call, body, headers['idempotency-key'])),
  update: (portal, call, { params, body }) =>
    announce(portal, call, updateSupportRequest(portal, call, params._id, body)),
  delete: (portal, call, { params }) => announce(portal, call, deleteSupportRequest(portal, call, params._id)),
};
