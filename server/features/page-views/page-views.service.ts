import type { Database } from '../../database/open-database.ts';
import type { Clock } from '../../outside/clock.ts';
import { countPageView } from './page-views.repository.ts';

export interface PageViewsDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** One more view of a route on this UTC day. Nothing of the caller is kept: neither address nor account. */
export function countView({ database, clock }: PageViewsDependencies, path: string): Promise<void> {
  const day = clock.now().toISOString().slice(0, 10);
  return database.withSystem('page-views.count', (tx) => countPageView(tx, { day, path }));
}
