import { implement } from '@orpc/server';
import { rightsContract } from '#contract/rights.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import { getRights, updateRights, type RightsDependencies } from './rights.service.ts';

export function rightsRoutes(dependencies: RightsDependencies) {
  const os = implement(rightsContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(({ context }) => getRights(dependencies, getActor(context))),
    update: os.update.handler(({ context, input }) => updateRights(dependencies, toCallContext(context), input.body)),
  });
}
