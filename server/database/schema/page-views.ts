import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Views counted per day and path, without personal data. System role only. */
export const pageViews = pgTable(
  'page_views',
  {
    day: date('day').notNull(),
    path: text('path').notNull(),
    views: bigint('views', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.path] })],
);
