import type { liveContract } from '#features/insight/contract/live.ts';
import { liveOf } from './live.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const liveOperations: Operations<typeof liveContract> = {
  watchDashboard: (portal, call, { query }) => liveOf(portal).watchDashboard(call, query ?? {}),
  watchLog: (portal, call, { body }) => liveOf(portal).watchLog(call, body),
  watchTopUsers: (portal, call, { query }) => liveOf(portal).watchTopUsers(call, query ?? {}),
  watchTopSkills: (portal, call, { query }) => liveOf(portal).watchTopSkills(call, query ?? {}),
  watchUsage: (portal, call, { query }) => liveOf(portal).watchUsage(call, query?.period),
};
