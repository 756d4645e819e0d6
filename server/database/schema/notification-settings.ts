import { boolean, pgTable } from 'drizzle-orm/pg-core';
import { companyId, updatedAt, version } from './columns.ts';

/** One row per company; the defaults are those of specification section 3. */
export const notificationSettings = pgTable('notification_settings', {
  companyId: companyId().primaryKey(),
  announcements: boolean('announcements').notNull().default(false),
  maintenance: boolean('maintenance').notNull().default(true),
  newSkills: boolean('new_skills').notNull().default(false),
  accountLimit: boolean('account_limit').notNull().default(false),
  budgetWarning: boolean('budget_warning').notNull().default(false),
  spendingDigest: boolean('spending_digest').notNull().default(false),
  version: version(),
  updatedAt: updatedAt(),
});
