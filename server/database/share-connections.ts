import { createFairLimiter } from '../lib/concurrency/fair-limiter.ts';
import type { Database } from './open-database.ts';

/**
 * The same database for one kind of work, which uses at most `maxRunning` connections of companies at a time; companies
 * that wait get them by turns. The rest of the pool stays for other work.
 */
export function shareConnections(database: Database, maxRunning: number): Database {
  const limiter = createFairLimiter(maxRunning);
  return {
    ...database,
    withCompany: (companyId, work) => limiter.run(companyId, () => database.withCompany(companyId, work)),
    withShard: (companyId, work) => limiter.run(companyId, () => database.withShard(companyId, work)),
    readCompany: (companyId, read) => limiter.run(companyId, () => database.readCompany(companyId, read)),
  };
}
