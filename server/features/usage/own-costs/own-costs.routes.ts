import { implement } from '@orpc/server';
import { ownCostsContract } from '#contract/billing/own-costs.ts';
import { toCallContext } from '../../../lib/request/call-context.ts';
import { getActor } from '../../../lib/request/request-context.ts';
import type { RequestContext } from '../../../lib/request/request-context.ts';
import type { UsageDependencies } from '../usage.service.ts';
import { createOwnCostRate, getOwnCosts, listOwnCostRates } from './own-costs.service.ts';

export function ownCostsRoutes(dependencies: UsageDependencies) {
  const os = implement(ownCostsContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(({ context, input }) => getOwnCosts(dependencies, getActor(context), input.query?.period)),
    listRates: os.listRates.handler(({ context, input }) =>
      listOwnCostRates(dependencies, getActor(context), input.params._id),
    ),
    createRate: os.createRate.handler(({ context, input }) =>
      createOwnCostRate(dependencies, toCallContext(context), { id: input.params._id, ...input.body }),
    ),
  });
}
