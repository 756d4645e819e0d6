import { sql } from 'drizzle-orm';
import { integer, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * The tenant a row belongs to. Left out of an insert it is the company the transaction is bound to; without a bound
 * company the insert is refused.
 */
export const companyId = () =>
  uuid('company_id')
    .notNull()
    .default(sql`nullif(current_setting('app.company_id', true), '')::uuid`);

/** A moment, to the millisecond, as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Counts the saves of a record; a save that names an older one is refused as stale. */
export const version = () => integer('version').notNull().default(1);

export const createdAt = () => instant('created_at').notNull().defaultNow();
export const updatedAt = () => instant('updated_at').notNull().defaultNow();
