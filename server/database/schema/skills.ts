import { bigint, boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { companyId, createdAt, instant, updatedAt, version } from './columns.ts';

/** Skills of the store. Deleted ones stay as `deletedAt`, because logs, usage and invoices name them. */
export const skills = pgTable(
  'skills',
  {
    companyId: companyId(),
    id: uuid('id').notNull().defaultRandom(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    area: text('area', { enum: ['FI', 'MM', 'SD', 'CO', 'BS', 'General'] })
      .notNull()
      .default('General'),
    /** A key of the table of vendors. */
    serviceProvider: text('service_provider', { enum: ['SAP', 'provider'] }).notNull(),
    domainKnowledge: text('domain_knowledge', { enum: ['ERP', 'Communication'] })
      .notNull()
      .default('ERP'),
    skillResult: text('skill_result').notNull().default(''),
    conversationInfo: text('conversation_info').array().notNull().default([]),
    screenShots: text('screen_shots').array().notNull().default([]),
    workflowApproval: boolean('workflow_approval').notNull().default(false),
    priceTenThousandths: bigint('price_ten_thousandths', { mode: 'number' }).notNull().default(0),
    /** The database's to say. */
    isProvided: boolean('is_provided').notNull().default(false),
    deletedAt: instant('deleted_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);
