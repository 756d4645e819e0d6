import type { dashboardAnalyticsContract } from '#features/dashboard/contract/analytics.ts';
import { getAnswerStats } from './answers/answer-stats.service.ts';
import { getSkillFigures } from './figures/skill-figures.service.ts';
import { getStats, listSkillRequests, listTopSkills, listTopUsers } from './stats.service.ts';
import { getUserFigures } from './figures/user-figures.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const dashboardAnalyticsOperations: Operations<typeof dashboardAnalyticsContract> = {
  getStats: (portal, { actor }, { query }) => getStats(portal, actor, query ?? {}),
  getAnswerStats: (portal, { actor }, { query }) => getAnswerStats(portal, actor, query ?? {}),
  listTopUsers: (portal, { actor }, { query }) => listTopUsers(portal, actor, query ?? {}),
  listTopSkills: (portal, { actor }, { query }) => listTopSkills(portal, actor, query ?? {}),
  listSkillRequests: (portal, { actor }, { query }) => listSkillRequests(portal, actor, query ?? {}),
  getSkillStats: (portal, { actor }, { query, params }) =>
    getSkillFigures(portal, actor, { ...query, skillId: params._id }),
  getUserStats: (portal, { actor }, { query, params }) =>
    getUserFigures(portal, actor, { ...query, userId: params._id }),
};
