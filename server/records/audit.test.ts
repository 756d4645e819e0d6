import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordAudit, type AuditRecord } from './audit.ts';
import { statement } from '../sql/statement.ts';
import { instant, json, nullable, text, uuid } from '../sql/types.ts';
import { buildCompany } from '../database/testing/builders.ts';
import { openTestDatabase, type TestDatabase } from '../database/testing/test-database.ts';

let database: TestDatabase;
let companyId: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  companyId = (await buildCompany(database)).id;
});

const record: AuditRecord = {
  actor: { accountId: null, name: 'Mari Maasikas', email: 'mari@test.example' },
  action: 'users.update',
  entity: 'user',
  entityId: 'u1',
  entityLabel: 'Jüri Tamm',
  requestId: 'r1',
  now: new Date('2026-01-05T13:45:00.123Z'),
};

const listEntries = statement({
  text: `
    select company_id as "companyId", actor_name as "actorName", actor_company as "actorCompany",
      occurred_at as "occurredAt", before, after from audit_entries where company_id = $companyId`,
  row: {
    companyId: uuid,
    actorName: text,
    actorCompany: nullable(text),
    occurredAt: instant,
    before: nullable(json<unknown>()),
    after: nullable(json<unknown>()),
  },
});
const countEntries = () => database.inCompany(companyId, async (tx) => (await tx.list(listEntries)).length);

async function listEntriesAfter(changes: Partial<AuditRecord>) {
  return database.inCompany(companyId, async (tx) => {
    await recordAudit(tx, { ...record, ...changes });
    return tx.list(listEntries);
  });
}

test('an entry has actor and time, and only the fields that changed', async () => {
  const before = { firstName: 'Jüri', roles: ['User'], version: 1 };
  const after = { firstName: 'Jüri', roles: ['User', 'Admin'], version: 2 };
  const [entry] = await listEntriesAfter({ before, after });
  expect(entry).toMatchObject({
    companyId,
    actorName: 'Mari Maasikas',
    actorCompany: null,
    occurredAt: record.now,
    before: { roles: ['User'] },
    after: { roles: ['User', 'Admin'] },
  });
});

test('an entry of a creation has all fields', async () => {
  expect(await listEntriesAfter({ after: { name: 'x' } })).toMatchObject([{ before: null, after: { name: 'x' } }]);
});

test('an update that changed no field writes no entry', async () => {
  const same = { roles: ['User'], address: { city: 'Tartu' } };
  expect(await listEntriesAfter({ before: same, after: structuredClone(same) })).toEqual([]);
});

test('secrets are left out at every depth', async () => {
  const after = { name: 'x', password: 'a', apiKey: 'b', accessToken: 'c', login: { totpSecret: 'd', user: 'e' } };
  const [entry] = await listEntriesAfter({ after });
  expect(entry?.after).toEqual({ name: 'x', login: { user: 'e' } });
});

test('an entry is rolled back with its change', async () => {
  const attempt = database.inCompany(companyId, async (tx) => {
    await recordAudit(tx, record);
    throw new Error('stop');
  });
  await expect(attempt).rejects.toThrow('stop');
  expect(await countEntries()).toBe(0);
});

test('an entry in a system transaction names its company', async () => {
  await database.inSystem('session.sign-up', (tx) => recordAudit(tx, { ...record, companyId }));
  expect(await countEntries()).toBe(1);
});
