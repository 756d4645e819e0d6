import { toExecutor } from '../../../database/connection/executor.ts';
import { lockCompany } from '../../../ledger/lock-company-ledger.ts';
import type { Database } from '../../../database/open-database.ts';
import { allowAnyLength, findDifferences } from './roll-up-check.repository.ts';
import type { Difference } from './roll-up-check.repository.ts';
import { listMonths, listStartMonths, placeInZone, rebuildMonth, rebuildStarts } from './roll-up-rebuild.repository.ts';

/** Whether all sums of a company are what its rows say; empty where they are. */
export function verifyRollUps(database: Database, companyId: string): Promise<Difference[]> {
  return database.withCompany(companyId, async (tx) => {
    await allowAnyLength(toExecutor(tx));
    return findDifferences(toExecutor(tx), companyId);
  });
}

/**
 * Makes all sums of a company anew, in its present zone, month by month, so that assistants wait for one month at most.
 * @returns how many months
 */
export async function rebuildRollUps(database: Database, companyId: string): Promise<number> {
  const inTurn = <T>(work: (executor: ReturnType<typeof toExecutor>) => Promise<T>) =>
    database.withCompany(companyId, async (tx) => {
      const executor = toExecutor(tx);
      await allowAnyLength(executor);
      await lockCompany(executor, companyId);
      return work(executor);
    });
  await inTurn((executor) => rebuildStarts(executor, companyId));
  const startMonths = await inTurn((executor) => listStartMonths(executor, companyId));
  for (const month of startMonths) await inTurn((executor) => placeInZone(executor, companyId, month));
  const months = await inTurn((executor) => listMonths(executor, companyId));
  for (const month of months) await inTurn((executor) => rebuildMonth(executor, companyId, month));
  return months.length;
}
