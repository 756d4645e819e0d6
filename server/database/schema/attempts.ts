import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Failed attempts per scope (`sign-in`, `code` …) and key (a hash, never an address). System role only. */
export const attempts = pgTable(
  'attempts',
  {
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    failures: integer('failures').notNull().default(0),
    blockedUntil: instant('blocked_until'),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] })],
);
