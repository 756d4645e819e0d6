import type { retentionContract } from '#contract/privacy/retention.ts';
import { getRetention, getRetentionPreview, updateRetention } from './retention.service.ts';
import type { Operations } from '../../portal/operations.ts';

export const retentionOperations: Operations<typeof retentionContract> = {
  get: (portal, { actor }) => getRetention(portal, actor),
  update: (portal, call, { body }) => updateRetention(portal, call, body),
  preview: (portal, { actor }, { body }) => getRetentionPreview(portal, actor, body),
};
