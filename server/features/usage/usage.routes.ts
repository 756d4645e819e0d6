import { implement } from '@orpc/server';
import { usageContract } from '#contract/billing/usage.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor } from '../../lib/request/request-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import { saveCompanyLimit, saveSkillLimit } from './limits.service.ts';
import { readRequests } from './requests.service.ts';
import { readSupport, saveSupport } from './support.service.ts';
import { getUsage } from './usage.service.ts';
import type { UsageDependencies } from './usage.service.ts';

export function usageRoutes(dependencies: UsageDependencies) {
  const os = implement(usageContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(({ context, input }) => getUsage(dependencies, getActor(context), input.query?.period)),
    listEvents: os.listEvents.handler(({ context, input }) =>
      readRequests(dependencies, getActor(context), { skillId: input.params.id, ...input.query }),
    ),
    updateLimit: os.updateLimit.handler(({ context, input }) =>
      saveCompanyLimit(dependencies, toCallContext(context), input.body),
    ),
    updateSkillLimit: os.updateSkillLimit.handler(({ context, input }) =>
      saveSkillLimit(dependencies, toCallContext(context), { id: input.params.id, ...input.body }),
    ),
    getSupport: os.getSupport.handler(({ context }) => readSupport(dependencies, getActor(context))),
    updateSupportLimits: os.updateSupportLimits.handler(({ context, input }) =>
      saveSupport(dependencies, toCallContext(context), input.body),
    ),
  });
}
