import type { ownerLimitsContract } from '#features/money/contract/limits/owner-limits.ts';
import { announce } from '#server/database/changes/announce-change.ts';
import type { Operations } from '#server/portal/operations.ts';
import { getOwnLimit, listOwnerLimits, updateOwnerLimit } from './owner-limits.service.ts';

export const ownerLimitsOperations: Operations<typeof ownerLimitsContract> = {
  list: (portal, { actor }, { query }) => listOwnerLimits(portal, actor, query),
  update: (portal, call, { body }) => announce(portal, call, updateOwnerLimit(portal, call, body)),
  getOwn: (portal, { actor }) => getOwnLimit(portal, actor),
};
