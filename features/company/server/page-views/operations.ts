import type { pageViewsContract } from '#features/company/contract/page-views.ts';
import { createPageView, listPageViewCounts } from './page-views.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const pageViewsOperations: Operations<typeof pageViewsContract> = {
  list: (portal, _call, { query }) =>
    listPageViewCounts(portal, { dayCount: Number(query?.days ?? 30), date: query?.date }),
  create: (portal, { headers, clientAddress }, { body }) =>
    createPageView(portal, {
      path: body.path,
      userAgent: headers.get('user-agent'),
      address: clientAddress,
    }),
};
