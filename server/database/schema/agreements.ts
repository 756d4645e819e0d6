import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** What an account agreed to at sign-up. Belongs to the account, not to a company: system role only. */
export const agreements = pgTable(
  'agreements',
  {
    accountId: uuid('account_id').notNull(),
    document: text('document', { enum: ['termsConditions', 'dataProcessing'] }).notNull(),
    version: text('version').notNull(),
    acceptedAt: instant('accepted_at').notNull(),
    companyId: uuid('company_id'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.document, table.version] })],
);
