import { implement } from '@orpc/server';
import { supportRequestsContract } from '#contract/billing/support-requests.ts';
import { createAnnouncer } from '../../database/changes/announce-change.ts';
import type { ChangeFeed } from '../../database/changes/change-feed.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import {
  createSupportRequest,
  deleteSupportRequest,
  listSupportRequests,
  updateSupportRequest,
  type SupportDependencies,
} from './support-requests.service.ts';

interface SupportRoutesDependencies extends SupportDependencies {
  readonly changes: Pick<ChangeFeed, 'announce'>;
}

export function supportRequestsRoutes(dependencies: SupportRoutesDependencies) {
  const announce = createAnnouncer(dependencies.changes);
  const os = implement(supportRequestsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context, input }) =>
      listSupportRequests(dependencies, getActor(context), input.query?.period),
    ),
    create: os.create.handler(({ context, input }) =>
      announce(
        getActor(context),
        createSupportRequest(dependencies, toCallContext(context), input.body, input.headers['idempotency-key']),
      ),
    ),
    update: os.update.handler(({ context, input: { params, body } }) =>
      announce(getActor(context), updateSupportRequest(dependencies, toCallContext(context), params._id, body)),
    ),
    delete: os.delete.handler(({ context, input }) =>
      announce(getActor(context), deleteSupportRequest(dependencies, toCallContext(context), input.params._id)),
    ),
  });
}
