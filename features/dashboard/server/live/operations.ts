import type { dashboardLiveContract } from '#features/dashboard/contract/live.ts';
import { liveOf } from './live.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const dashboardLiveOperations: Operations<typeof dashboardLiveContract> = {
  watchDashboard: (portal, call, { query }) => liveOf(portal).watchDashboard(call, query ?? {}),
  watchTopUsers: (portal, call, { query }) => liveOf(portal).watchTopUsers(call, query ?? {}),
  watchTopSkills: (portal, call, { query }) => liveOf(portal).watchTopSkills(call, query ?? {}),
  watchUsage: (portal, call, { query }) => liveOf(portal).watchUsage(call, query?.period),
};
