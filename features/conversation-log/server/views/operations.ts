import type { logViewsContract } from '#features/conversation-log/contract/log-views.ts';
import type { Operations } from '#server/portal/operations.ts';
import { createView, deleteView, listViews, updateView } from './log-views.service.ts';
import { listViewCounts } from './view-counts.service.ts';

export const logViewsOperations: Operations<typeof logViewsContract> = {
  list: (portal, { actor }) => listViews(portal, actor),
  listCounts: (portal, { actor }, { query }) => listViewCounts(portal, actor, query ?? {}),
  create: (portal, call, { body, headers }) => createView(portal, call, body, headers['idempotency-key']),
  update: (portal, call, { body, params }) => updateView(portal, call, { ...body, id: params.id }),
  delete: (portal, call, { params }) => deleteView(portal, call, params.id),
};
