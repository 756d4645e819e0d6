import { implement } from '@orpc/server';
import { operationsContract } from '#contract/operations.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import { getOperations, retryJobs, type OperationsDependencies } from './operations.service.ts';

export function operationsRoutes(dependencies: OperationsDependencies) {
  const os = implement(operationsContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(() => getOperations(dependencies)),
    retryJobs: os.retryJobs.handler(({ context, input }) =>
      retryJobs(dependencies, toCallContext(context), input.params.queue),
    ),
  });
}
