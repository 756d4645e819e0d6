import { implement } from '@orpc/server';
import { ownCostsContract } from '#contract/billing/own-costs.ts';
import { usageContract } from '#contract/billing/usage.ts';
import { createAnnouncer } from '../../database/changes/announce-change.ts';
import type { ChangeFeed } from '../../database/changes/change-feed.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import { updateCompanyLimit, updateSkillLimit } from './limits.service.ts';
import { listUsageEvents, type UsageEventsDependencies } from './usage-events.service.ts';
import { getSupport, updateSupportLimits } from './support.service.ts';
import { getUsage, type UsageDependencies } from './usage.service.ts';
import { createOwnCostRate, getOwnCosts, listOwnCostRates } from './own-costs/own-costs.service.ts';

interface UsageRoutesDependencies extends UsageEventsDependencies {
  readonly changes: Pick<ChangeFeed, 'announce'>;
}

interface OwnCostsRoutesDependencies extends UsageDependencies {
  readonly changes: Pick<ChangeFeed, 'announce'>;
}

export function usageRoutes(dependencies: UsageRoutesDependencies) {
  const announce = createAnnouncer(dependencies.changes);
  const os = implement(usageContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(({ context, input }) => getUsage(dependencies, getActor(context), input.query?.period)),
    listEvents: os.listEvents.handler(({ context, input }) =>
      listUsageEvents(dependencies, getActor(context), { skillId: input.params.id, ...input.query }),
    ),
    updateLimit: os.updateLimit.handler(({ context, input }) =>
      announce(getActor(context), updateCompanyLimit(dependencies, toCallContext(context), input.body)),
    ),
    updateSkillLimit: os.updateSkillLimit.handler(({ context, input }) =>
      announce(
        getActor(context),
        updateSkillLimit(dependencies, toCallContext(context), { id: input.params.id, ...input.body }),
      ),
    ),
    getSupport: os.getSupport.handler(({ context }) => getSupport(dependencies, getActor(context))),
    updateSupportLimits: os.updateSupportLimits.handler(({ context, input }) =>
      announce(getActor(context), updateSupportLimits(dependencies, toCallContext(context), input.body)),
    ),
  });
}

export function ownCostsRoutes(dependencies: OwnCostsRoutesDependencies) {
  const announce = createAnnouncer(dependencies.changes);
  const os = implement(ownCostsContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(({ context, input }) => getOwnCosts(dependencies, getActor(context), input.query?.period)),
    listRates: os.listRates.handler(({ context, input }) =>
      listOwnCostRates(dependencies, getActor(context), input.params._id),
    ),
    createRate: os.createRate.handler(({ context, input }) =>
      announce(
        getActor(context),
        createOwnCostRate(dependencies, toCallContext(context), { id: input.params._id, ...input.body }),
      ),
    ),
  });
}
