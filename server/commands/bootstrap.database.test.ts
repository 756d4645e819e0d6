import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertFirstCompany } from './bootstrap.repository.ts';
import { auditEntries } from '../database/schema/audit-entries.ts';
import { companies } from '../database/schema/companies.ts';
import { buildCompany, buildUser } from '../database/testing/builders.ts';
import { openTestDatabase } from '../database/testing/test-database.ts';
import type { TestDatabase } from '../database/testing/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => database.close());

test('the first company of an installation begins its log with itself', async () => {
  const { accountId, email } = await buildUser(database, (await buildCompany(database)).id);
  const first = { company: 'First', isProvider: true, email, accountId };
  const companyId = await database.withSystem('bootstrap.create', async (tx) => {
    await insertFirstCompany(tx, first, new Date());
    const made = await tx.select().from(companies);
    return made.find(({ name }) => name === 'First')?.id ?? '';
  });
  const noted = await database.withCompany(companyId, (tx) => tx.select().from(auditEntries));
  expect(noted).toMatchObject([
    { action: 'companies.create', entity: 'company', entityLabel: 'First', actorAccountId: null, after: { email } },
  ]);
});
