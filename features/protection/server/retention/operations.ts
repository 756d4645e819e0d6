import type { retentionContract } from '#features/protection/contract/retention.ts';
import { getRetention, getRetentionPreview, updateRetention } from './retention.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const retentionOperations: Operations<typeof retentionContract> = {
  get: (portal, { actor }) => getRetention(portal, actor),
  update: (portal, call, { body }) => updateRetention(portal, call, body),
  preview: (portal, { actor }, { body }) => getRetentionPreview(portal, actor, body),
};
