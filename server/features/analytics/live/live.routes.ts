import { implement } from '@orpc/server';
import { liveContract } from '#contract/analytics/live.ts';
import type { RequestContext } from '../../../lib/request/request-context.ts';
import { createLive, type LiveDependencies } from './live.service.ts';

export function liveRoutes(dependencies: LiveDependencies) {
  const live = createLive(dependencies);
  const os = implement(liveContract).$context<RequestContext>();
  return os.router({
    watchDashboard: os.watchDashboard.handler(({ context, input }) => live.watchDashboard(context, input.query ?? {})),
    watchLog: os.watchLog.handler(({ context, input }) => live.watchLog(context, input.body)),
    watchTopUsers: os.watchTopUsers.handler(({ context, input }) => live.watchTopUsers(context, input.query ?? {})),
    watchTopSkills: os.watchTopSkills.handler(({ context, input }) => live.watchTopSkills(context, input.query ?? {})),
    watchUsage: os.watchUsage.handler(({ context, input }) => live.watchUsage(context, input.query?.period)),
  });
}
