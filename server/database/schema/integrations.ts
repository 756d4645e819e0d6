import { boolean, customType, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Category, VendorKey } from '#contract/integrations/vendors.ts';
import { companyId, createdAt, instant, updatedAt, version } from './columns.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** `password` is sealed; `testedAt` and `testOk` tell of the last connection test of what is stored now. */
export const integrations = pgTable(
  'integrations',
  {
    companyId: companyId(),
    id: uuid('id').notNull().defaultRandom(),
    uniqueId: text('unique_id').notNull(),
    name: text('name').notNull(),
    provider: text('provider').$type<VendorKey>().notNull(),
    service: text('service').notNull(),
    serviceName: text('service_name').notNull(),
    category: text('category').$type<Category>().notNull(),
    status: boolean('status').notNull().default(true),
    url: text('url'),
    hostname: text('hostname'),
    port: integer('port'),
    client: text('client'),
    username: text('username'),
    workspaceId: text('workspace_id'),
    classifierId: text('classifier_id'),
    collectionId: text('collection_id'),
    environmentId: text('environment_id'),
    modelId: text('model_id'),
    password: bytes('password').notNull(),
    testedAt: instant('tested_at'),
    testOk: boolean('test_ok'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);
