import { implement } from '@orpc/server';
import { pageViewsContract } from '#contract/page-views.ts';
import type { Database } from '../../database/open-database.ts';
import type { RequestContext } from '../../lib/request-context.ts';
import type { Clock } from '../../outside/clock.ts';
import { countPageView } from './page-views.repository.ts';

export interface PageViewsDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** Nothing of the caller is kept: neither address nor account. */
export function pageViewsRoutes({ database, clock }: PageViewsDependencies) {
  const os = implement(pageViewsContract).$context<RequestContext>();
  return os.router({
    create: os.create.handler(async ({ input }) => {
      const day = clock.now().toISOString().slice(0, 10);
      await database.withSystem('page-views.count', (tx) => countPageView(tx, { day, path: input.body.path }));
    }),
  });
}
