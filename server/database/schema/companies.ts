import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, updatedAt, version } from './columns.ts';

/** Tenants. The contacts are users of the same company. */
export const companies = pgTable('companies', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  vatNumber: text('vat_number'),
  country: text('country'),
  address1: text('address_1'),
  address2: text('address_2'),
  region: text('region'),
  city: text('city'),
  zip: text('zip'),
  primaryContactId: uuid('primary_contact_id'),
  secondaryContactId: uuid('secondary_contact_id'),
  logoFileKey: text('logo_file_key'),
  timeZone: text('time_zone').notNull().default('Europe/Tallinn'),
  currency: text('currency').notNull().default('EUR'),
  isProvider: boolean('is_provider').notNull().default(false),
  status: text('status', { enum: ['active', 'pending', 'suspended'] })
    .notNull()
    .default('active'),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
