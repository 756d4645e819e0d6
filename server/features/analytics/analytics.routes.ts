import { implement } from '@orpc/server';
import { analyticsContract } from '#contract/analytics/analytics.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import { getAnswerStats } from './answers/answer-stats.service.ts';
import { findConversation, getConversation, listConversations } from './logs.service.ts';
import { listMessages } from './messages.service.ts';
import { getSkillFigures } from './figures/skill-figures.service.ts';
import { listReviewTags, updateReview } from './reviews/reviews.service.ts';
import { getStats, listSkillRequests, listTopSkills, listTopUsers } from './stats.service.ts';
import { getUserFigures } from './figures/user-figures.service.ts';
import { unmaskConversation } from './unmasking/unmasking.service.ts';
import { createTranscriptReads, type TranscriptReadsDependencies } from './transcript-reads.service.ts';

export function analyticsRoutes(dependencies: TranscriptReadsDependencies) {
  const recordRead = createTranscriptReads(dependencies);
  const os = implement(analyticsContract).$context<RequestContext>();
  return os.router({
    getStats: os.getStats.handler(({ context, input }) => getStats(dependencies, getActor(context), input.query ?? {})),
    getAnswerStats: os.getAnswerStats.handler(({ context, input }) =>
      getAnswerStats(dependencies, getActor(context), input.query ?? {}),
    ),
    listTopUsers: os.listTopUsers.handler(({ context, input }) =>
      listTopUsers(dependencies, getActor(context), input.query ?? {}),
    ),
    listTopSkills: os.listTopSkills.handler(({ context, input }) =>
      listTopSkills(dependencies, getActor(context), input.query ?? {}),
    ),
    listSkillRequests: os.listSkillRequests.handler(({ context, input }) =>
      listSkillRequests(dependencies, getActor(context), input.query ?? {}),
    ),
    getSkillStats: os.getSkillStats.handler(({ context, input }) =>
      getSkillFigures(dependencies, getActor(context), { ...input.query, skillId: input.params._id }),
    ),
    getUserStats: os.getUserStats.handler(({ context, input }) =>
      getUserFigures(dependencies, getActor(context), { ...input.query, userId: input.params._id }),
    ),
    listConversations: os.listConversations.handler(({ context, input }) =>
      listConversations(dependencies, getActor(context), input.body),
    ),
    findConversation: os.findConversation.handler(({ context, input: { query } }) =>
      findConversation(dependencies, getActor(context), query.externalId),
    ),
    getConversation: os.getConversation.handler(({ context, input }) =>
      getConversation(dependencies, getActor(context), input.params.id),
    ),
    updateReview: os.updateReview.handler(({ context, input }) =>
      updateReview(dependencies, toCallContext(context), { id: input.params.id, ...input.body }),
    ),
    listReviewTags: os.listReviewTags.handler(({ context }) => listReviewTags(dependencies, getActor(context))),
    unmask: os.unmask.handler(({ context, input }) =>
      unmaskConversation(dependencies, toCallContext(context), { id: input.params.id, ...input.body }),
    ),
    listMessages: os.listMessages.handler(async ({ context, input: { params } }) => {
      const messages = await listMessages(dependencies, getActor(context), params.id);
      await recordRead(toCallContext(context), params.id);
      return messages;
    }),
  });
}
