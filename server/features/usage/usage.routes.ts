import { implement } from '@orpc/server';
import { usageContract } from '#contract/billing/usage.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor } from '../../lib/request/request-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import { updateCompanyLimit, updateSkillLimit } from './limits.service.ts';
import { listUsageEvents } from './usage-events.service.ts';
import { getSupport, updateSupportLimits } from './support.service.ts';
import { getUsage } from './usage.service.ts';
import type { UsageDependencies } from './usage.service.ts';

export function usageRoutes(dependencies: UsageDependencies) {
  const os = implement(usageContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(({ context, input }) => getUsage(dependencies, getActor(context), input.query?.period)),
    listEvents: os.listEvents.handler(({ context, input }) =>
      listUsageEvents(dependencies, getActor(context), { skillId: input.params.id, ...input.query }),
    ),
    updateLimit: os.updateLimit.handler(({ context, input }) =>
      updateCompanyLimit(dependencies, toCallContext(context), input.body),
    ),
    updateSkillLimit: os.updateSkillLimit.handler(({ context, input }) =>
      updateSkillLimit(dependencies, toCallContext(context), { id: input.params.id, ...input.body }),
    ),
    getSupport: os.getSupport.handler(({ context }) => getSupport(dependencies, getActor(context))),
    updateSupportLimits: os.updateSupportLimits.handler(({ context, input }) =>
      updateSupportLimits(dependencies, toCallContext(context), input.body),
    ),
  });
}
