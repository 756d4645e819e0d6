import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { companyId, createdAt } from './columns.ts';

/** What the files port holds for a company; `key` is 128 random bits in base64url, never a name. */
export const files = pgTable(
  'files',
  {
    companyId: companyId(),
    key: text('key').notNull(),
    purpose: text('purpose').notNull(),
    contentType: text('content_type').notNull(),
    byteLength: integer('byte_length').notNull(),
    /** Where the same picture in small lies. */
    thumbnailKey: text('thumbnail_key'),
    /** A screenshot of the provider's, which every company may see. The database's to say. */
    isProvided: boolean('is_provided').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.key] })],
);
