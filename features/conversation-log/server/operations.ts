import type { logAnalyticsContract } from '#features/conversation-log/contract/logs.ts';
import { getConversation, listConversations } from './logs.service.ts';
import { findConversation } from './search/find-by-id.service.ts';
import { resolveConversation } from '#domain/masking/asked-conversation.ts';
import { listMessages } from './messages.service.ts';
import { listReviewTags, updateReview } from './reviews/reviews.service.ts';
import { unmaskConversation } from './unmasking/unmasking.service.ts';
import { transcriptReads } from './transcript-reads.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const logAnalyticsOperations: Operations<typeof logAnalyticsContract> = {
  listConversations: (portal, { actor }, { body }) => listConversations(portal, actor, body),
  findConversation: (portal, { actor }, { query }) =>
    findConversation(portal, actor, { externalId: query.externalId, mayBegin: query.beginning === 'true' }),
  getConversation: async (portal, { actor }, { params }) =>
    getConversation(portal, actor, await resolveConversation(portal, actor, params.id)),
  updateReview: async (portal, call, { params, body }) =>
    updateReview(portal, call, { id: await resolveConversation(portal, call.actor, params.id), ...body }),
  listReviewTags: (portal, { actor }) => listReviewTags(portal, actor),
  unmask: async (portal, call, { params, body }) =>
    unmaskConversation(portal, call, { id: await resolveConversation(portal, call.actor, params.id), ...body }),
  listMessages: async (portal, call, { params }) => {
    const id = await resolveConversation(portal, call.actor, params.id);
    const messages = await listMessages(portal, call.actor, id);
    await transcriptReads(portal)(call, id);
    return messages;
  },
};
