import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { companyId, createdAt, updatedAt, version } from './columns.ts';

/** Memberships: an account (schema `identity`) as a user of one company. `company` is ordinary profile text. */
export const users = pgTable(
  'users',
  {
    companyId: companyId(),
    id: uuid('id').notNull().defaultRandom(),
    accountId: uuid('account_id').notNull(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    company: text('company').notNull(),
    sapId: text('sap_id'),
    roles: text('roles', { enum: ['SuperAdmin', 'Admin', 'User', 'TechnicalUser'] })
      .array()
      .notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);
