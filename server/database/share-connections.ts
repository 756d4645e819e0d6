import { createFairLimiter } from '../lib/concurrency/fair-limiter.ts';
import type { CompanyTransaction } from '../sql/sql.ts';
import type { Database } from './open-database.ts';

type Work<T> = (tx: CompanyTransaction) => Promise<T>;

/**
 * The same database for one kind of work, which uses at most `maxRunning` connections of companies at a time; companies
 * that wait get them by turns. The rest of the pool stays for other work.
 */
export function shareConnections(database: Database, maxRunning: number): Database {
  const limiter = createFairLimiter(maxRunning);
  return {
    ...database,
    inCompany: Object.assign(
      <T>(companyId: string, work: Work<T>) => limiter.run(companyId, () => database.inCompany(companyId, work)),
      {
        read: <T>(companyId: string, read: Work<T>) =>
          limiter.run(companyId, () => database.inCompany.read(companyId, read)),
        readBoth: <Rows, Rest>(companyId: string, rows: Work<Rows>, rest: Work<Rest>) =>
          limiter.run(companyId, () => database.inCompany.readBoth(companyId, rows, rest)),
        snapshot: database.inCompany.snapshot,
        shard: <T>(companyId: string, work: Work<T>) =>
          limiter.run(companyId, () => database.inCompany.shard(companyId, work)),
      },
    ),
    withLedger: (companyId, work) => limiter.run(companyId, () => database.withLedger(companyId, work)),
  };
}
