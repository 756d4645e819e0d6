import { implement } from '@orpc/server';
import { retentionContract } from '#contract/privacy/retention.ts';
import { toCallContext } from '../../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../../lib/request/request-context.ts';
import { getRetention, getRetentionPreview, updateRetention, type RetentionDependencies } from './retention.service.ts';

export function retentionRoutes(dependencies: RetentionDependencies) {
  const os = implement(retentionContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(({ context }) => getRetention(dependencies, getActor(context))),
    update: os.update.handler(({ context, input }) =>
      updateRetention(dependencies, toCallContext(context), input.body),
    ),
    preview: os.preview.handler(({ context, input }) =>
      getRetentionPreview(dependencies, getActor(context), input.body),
    ),
  });
}
