import { implement } from '@orpc/server';
import { analyticsContract } from '#contract/analytics/analytics.ts';
import { getActor } from '../../lib/request/request-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import { getHistory } from './history.service.ts';
import { getLogRecord, searchLogs } from './logs.service.ts';
import { getSkillFigures } from './skill-figures.service.ts';
import { getStats, getTopUsers } from './stats.service.ts';
import type { AnalyticsDependencies } from './stats.service.ts';

export function analyticsRoutes(dependencies: AnalyticsDependencies) {
  const os = implement(analyticsContract).$context<RequestContext>();
  return os.router({
    getStats: os.getStats.handler(({ context, input }) => getStats(dependencies, getActor(context), input.query ?? {})),
    listTopUsers: os.listTopUsers.handler(({ context, input }) =>
      getTopUsers(dependencies, getActor(context), input.query ?? {}),
    ),
    getSkillStats: os.getSkillStats.handler(({ context, input }) =>
      getSkillFigures(dependencies, getActor(context), { ...input.query, skillId: input.params._id }),
    ),
    listConversations: os.listConversations.handler(({ context, input }) =>
      searchLogs(dependencies, getActor(context), input.body),
    ),
    getConversation: os.getConversation.handler(({ context, input }) =>
      getLogRecord(dependencies, getActor(context), input.params.id),
    ),
    listMessages: os.listMessages.handler(({ context, input }) =>
      getHistory(dependencies, getActor(context), input.params.id),
    ),
  });
}
