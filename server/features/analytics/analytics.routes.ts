import { implement } from '@orpc/server';
import { analyticsContract } from '#contract/analytics/analytics.ts';
import { getActor } from '../../lib/request/request-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import { getConversation, listConversations, listMessages } from './logs.service.ts';
import { getSkillFigures } from './skill-figures.service.ts';
import { getStats, listTopSkills, listTopUsers } from './stats.service.ts';
import type { AnalyticsDependencies } from './stats.service.ts';

export function analyticsRoutes(dependencies: AnalyticsDependencies) {
  const os = implement(analyticsContract).$context<RequestContext>();
  return os.router({
    getStats: os.getStats.handler(({ context, input }) => getStats(dependencies, getActor(context), input.query ?? {})),
    listTopUsers: os.listTopUsers.handler(({ context, input }) =>
      listTopUsers(dependencies, getActor(context), input.query ?? {}),
    ),
    listTopSkills: os.listTopSkills.handler(({ context, input }) =>
      listTopSkills(dependencies, getActor(context), input.query ?? {}),
    ),
    getSkillStats: os.getSkillStats.handler(({ context, input }) =>
      getSkillFigures(dependencies, getActor(context), { ...input.query, skillId: input.params._id }),
    ),
    listConversations: os.listConversations.handler(({ context, input }) =>
      listConversations(dependencies, getActor(context), input.body),
    ),
    getConversation: os.getConversation.handler(({ context, input }) =>
      getConversation(dependencies, getActor(context), input.params.id),
    ),
    listMessages: os.listMessages.handler(({ context, input }) =>
      listMessages(dependencies, getActor(context), input.params.id),
    ),
  });
}
