import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCompany, buildUser } from '../../database/testing/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../database/testing/test-database.ts';
import { statement } from '../../sql/statement.ts';
import { json, nullable, text, uuid } from '../../sql/types.ts';
import { createFirstCompany } from './create-first-company.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => database.close());

const listEntries = statement({
  text: `
    select action, entity, entity_label as "entityLabel", actor_account_id as "actorAccountId", after
    from audit_entries where company_id = $companyId`,
  row: { action: text, entity: text, entityLabel: text, actorAccountId: nullable(uuid), after: json<unknown>() },
});

test('the audit log of the first company begins with its creation', async () => {
  const { accountId, email } = await buildUser(database, (await buildCompany(database)).id);
  const first = { company: 'First', isProvider: true, email, accountId };
  const companyId = await database.inSystem('bootstrap.create', (tx) => createFirstCompany(tx, first, new Date()));
  expect(await database.inCompany(companyId, (tx) => tx.list(listEntries))).toMatchObject([
    { action: 'companies.create', entity: 'company', entityLabel: 'First', actorAccountId: null, after: { email } },
  ]);
});
