import type { Database } from '../../database/open-database.ts';
import type { Clock } from '../../outside/clock.ts';
import { countPageView } from './page-views.repository.ts';

export interface PageViewsDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** Counts a view of a route on this UTC day. Neither address nor account of the caller is stored. */
export function createPageView({ database, clock }: PageViewsDependencies, path: string): Promise<void> {
  const day = clock.now().toISOString().slice(0, 10);
  return database.withSystem('page-views.count', (tx) => countPageView(tx, { day, path }));
}
