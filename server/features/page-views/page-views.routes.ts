import { implement } from '@orpc/server';
import { pageViewsContract } from '#contract/page-views.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import { createPageView, listPageViewCounts, type PageViewsDependencies } from './page-views.service.ts';

export function pageViewsRoutes(dependencies: PageViewsDependencies) {
  const os = implement(pageViewsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input }) =>
      listPageViewCounts(dependencies, { dayCount: Number(input.query?.days ?? 30), date: input.query?.date }),
    ),
    create: os.create.handler(({ context, input }) =>
      createPageView(dependencies, {
        path: input.body.path,
        userAgent: context.headers.get('user-agent'),
        address: context.clientAddress,
      }),
    ),
  });
}
