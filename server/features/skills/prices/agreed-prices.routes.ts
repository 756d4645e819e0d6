import { implement } from '@orpc/server';
import { agreedPricesContract } from '#contract/skills/agreed-prices.ts';
import { toCallContext } from '../../../lib/request/call-context.ts';
import { getActor } from '../../../lib/request/request-context.ts';
import type { RequestContext } from '../../../lib/request/request-context.ts';
import { agreePrice, listAgreedPrices, listCompanyPrices } from './agreed-prices.service.ts';
import type { AgreedPricesDependencies } from './agreed-prices.service.ts';

export function agreedPricesRoutes(dependencies: AgreedPricesDependencies) {
  const os = implement(agreedPricesContract).$context<RequestContext>();
  return os.router({
    listAll: os.listAll.handler(({ context }) => listCompanyPrices(dependencies, getActor(context))),
    list: os.list.handler(({ context, input }) => listAgreedPrices(dependencies, getActor(context), input.params._id)),
    create: os.create.handler(({ context, input }) =>
      agreePrice(dependencies, toCallContext(context), { id: input.params._id, ...input.body }),
    ),
  });
}
