import { getTimeZone } from '../../ledger/calendar/time-zone.repository.ts';
import type { Database } from '#server/database/open-database.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { allowAnyLength, listDifferences, type Difference } from './rollup-check.repository.ts';
import {
  listMonths,
  listStartMonths,
  rebuildMonth,
  rebuildPartitions,
  updateLocalTimes,
} from './rollup-rebuild.repository.ts';

/** The tables of a company whose sums differ from its rows; empty where all are right. */
export async function verifyRollups(database: Database, companyId: string): Promise<Difference[]> {
  const snapshot = await database.inCompany.snapshot(companyId, anyLengthMs);
  return listDifferences(snapshot).finally(() => snapshot.close());
}

const anyLengthMs = 0;

/**
 * Rebuilds all sums of a company in its zone, month by month, so that intake waits for one month at most.
 * @returns the number of months
 */
export async function rebuildRollups(database: Database, companyId: string): Promise<number> {
  const runLocked = <T>(work: (tx: CompanyTransaction) => Promise<T>) =>
    database.withLedger(companyId, async (tx) => {
      await allowAnyLength(tx);
      return work(tx);
    });
  await runLocked(rebuildPartitions);
  for (const month of await runLocked(listStartMonths))
    await runLocked(async (tx) => updateLocalTimes(tx, month, (await getTimeZone(tx)).timeZone));
  const months = await runLocked(listMonths);
  for (const month of months) await runLocked((tx) => rebuildMonth(tx, month));
  return months.length;
}
