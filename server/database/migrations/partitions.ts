import { sql } from 'drizzle-orm';
import type { Database } from '../open-database.ts';

/** Months whose partitions are there, by database: partitions are never dropped. */
const madeMonths = new WeakMap<object, Set<string>>();

/**
 * Makes the partitions in which conversations and messages of these instants lie, where they are missing.
 * @param instants in milliseconds, from 2010 on and no more than a month ahead
 */
export async function ensurePartitions(database: Database, instants: Iterable<number>): Promise<void> {
  const made = madeMonths.get(database) ?? new Set();
  madeMonths.set(database, made);
  for (const instant of instants) {
    const month = toMonth(instant);
    if (made.has(month)) continue;
    await database.withSystem('intake.partitions', (tx) =>
      tx.execute(sql`select make_month_partitions(${month}::date)`),
    );
    made.add(month);
  }
}

/** Of this month and the next, so that the first conversation of a month does not wait for its table. */
export function ensureNextPartitions(database: Database, now: Date): Promise<void> {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  return ensurePartitions(database, [now.getTime(), next]);
}

/** Months of the partitions are those of UTC. */
const toMonth = (instant: number) => `${new Date(instant).toISOString().slice(0, 7)}-01`;
