import { bigint, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { companyId, instant } from './columns.ts';

/** Changes, append-only. Ids grow with time inside a company: pages are cut by them. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    companyId: companyId(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    occurredAt: instant('occurred_at').notNull(),
    actorAccountId: uuid('actor_account_id'),
    actorName: text('actor_name').notNull(),
    actorEmail: text('actor_email').notNull(),
    actorCompany: text('actor_company'),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityId: text('entity_id').notNull(),
    entityLabel: text('entity_label').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    requestId: text('request_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);
