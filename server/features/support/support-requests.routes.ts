import { implement } from '@orpc/server';
import { supportRequestsContract } from '#contract/billing/support-requests.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor } from '../../lib/request/request-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import {
  createSupportRequest,
  deleteSupportRequest,
  listSupportRequests,
  updateSupportRequest,
} from './support-requests.service.ts';
import type { SupportDependencies } from './support-requests.service.ts';

export function supportRequestsRoutes(dependencies: SupportDependencies) {
  const os = implement(supportRequestsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context, input }) =>
      listSupportRequests(dependencies, getActor(context), input.query?.period),
    ),
    create: os.create.handler(({ context, input }) =>
      createSupportRequest(dependencies, toCallContext(context), input.body, input.headers['idempotency-key']),
    ),
    update: os.update.handler(({ context, input: { params, body } }) =>
      updateSupportRequest(dependencies, toCallContext(context), params._id, body),
    ),
    delete: os.delete.handler(({ context, input }) =>
      deleteSupportRequest(dependencies, toCallContext(context), input.params._id),
    ),
  });
}
