import { systemStatement } from '../../sql/statement.ts';
import { date } from '../../sql/types.ts';
import type { Database } from '../open-database.ts';

const createPartitionsStatement = systemStatement({
  text: 'select from make_month_partitions($month)',
  params: { month: date },
});

/** Months whose partitions exist, by database; partitions are never dropped. */
const createdMonths = new WeakMap<object, Set<number>>();

/**
 * Creates the missing partitions of conversations and messages for these instants.
 * @param instants in milliseconds, from 2010 on and no more than a month ahead
 */
export async function ensurePartitions(database: Database, instants: Iterable<number>): Promise<void> {
  const created = createdMonths.get(database) ?? new Set();
  createdMonths.set(database, created);
  for (const instant of instants) {
    const number = toMonthNumber(instant);
    if (created.has(number)) continue;
    await database.inSystem('intake.partitions', (tx) =>
      tx.run(createPartitionsStatement, { month: toMonth(instant) }),
    );
    created.add(number);
  }
}

/** For this month and the next, so that the first conversation of a month does not wait for its partition. */
export function ensureNextPartitions(database: Database, now: Date): Promise<void> {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  return ensurePartitions(database, [now.getTime(), next]);
}

function toMonthNumber(instant: number): number {
  const at = new Date(instant);
  return at.getUTCFullYear() * 12 + at.getUTCMonth();
}

/** Partitions are divided by UTC months. */
const toMonth = (instant: number) => `${new Date(instant).toISOString().slice(0, 7)}-01`;
