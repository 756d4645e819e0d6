import type { ownerLimitsContract } from '#features/money/contract/limits/owner-limits.ts';
import type { limitRequestsContract } from '#features/money/contract/limits/limit-requests.ts';
import { announce } from '#server/database/changes/announce-change.ts';
import type { Operations } from '#server/portal/operations.ts';
import { decideRequest, findRequest } from './requests/decide-request.service.ts';
import { createOwnRequest, createRequestForRun } from './requests/limit-requests.service.ts';
import { getOwnLimit, listOwnerLimits, updateOwnerLimit } from './owner-limits.service.ts';

export const ownerLimitsOperations: Operations<typeof ownerLimitsContract> = {
  list: (portal, { actor }, { query }) => listOwnerLimits(portal, actor, query),
  update: (portal, call, { body }) => announce(portal, call, updateOwnerLimit(portal, call, body)),
  getOwn: (portal, { actor }) => getOwnLimit(portal, actor),
};

export const limitRequestsOperations: Operations<typeof limitRequestsContract> = {
  create: (portal, call, { body }) => createOwnRequest(portal, call, body),
  createForRun: (portal, { intakeCaller }, { body }) => createRequestForRun(portal, intakeCaller, body),
  find: (portal, call, { body }) => findRequest(portal, call, body.token),
  decide: (portal, call, { body }) => announce(portal, call, decideRequest(portal, call, body)),
};
