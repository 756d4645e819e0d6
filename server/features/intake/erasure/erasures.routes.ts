import { implement } from '@orpc/server';
import { erasuresContract } from '#contract/privacy/erasures.ts';
import { toCallContext } from '../../../lib/request/call-context.ts';
import { getActor } from '../../../lib/request/request-context.ts';
import type { RequestContext } from '../../../lib/request/request-context.ts';
import { deleteConversation, deleteKeyContents, getKeyContents, listErasures } from './erasures.service.ts';
import type { ErasureDependencies } from './erasures.service.ts';

export function erasuresRoutes(dependencies: ErasureDependencies) {
  const os = implement(erasuresContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listErasures(dependencies, getActor(context))),
    deleteConversation: os.deleteConversation.handler(({ context, input: { params, body } }) =>
      deleteConversation(dependencies, toCallContext(context), { id: params.id, ...body }),
    ),
    getKeyContents: os.getKeyContents.handler(({ context, input }) =>
      getKeyContents(dependencies, getActor(context), input.params.id),
    ),
    deleteKeyContents: os.deleteKeyContents.handler(({ context, input: { params, body } }) =>
      deleteKeyContents(dependencies, toCallContext(context), { id: params.id, ...body }),
    ),
  });
}
