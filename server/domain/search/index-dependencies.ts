import type { ChangeFeed } from '../../database/changes/change-feed.ts';
import type { Database } from '../../database/open-database.ts';
import type { WorkerPool } from '../../lib/concurrency/worker-pool.ts';

export interface IndexDependencies {
  readonly database: Database;
  readonly workers: WorkerPool;
  /** Each company of which the search finds something else now is announced here. */
  readonly changes?: Pick<ChangeFeed, 'announce'>;
}
