import { json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { companyId, createdAt } from './columns.ts';

/** Requests that were carried out once, with the answer that repeats get. Written by `createOnce` alone. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    companyId: companyId(),
    key: text('key').notNull(),
    operation: text('operation').notNull(),
    requestHash: text('request_hash').notNull(),
    answer: json('answer'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.key] })],
);
