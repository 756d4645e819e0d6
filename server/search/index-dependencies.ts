import type { Database } from '../database/open-database.ts';
import type { WorkerPool } from '../lib/concurrency/worker-pool.ts';

export interface IndexDependencies {
  readonly database: Database;
  readonly workers: WorkerPool;
}
