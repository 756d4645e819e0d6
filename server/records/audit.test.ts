import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordAudit } from './audit.ts';
import type { AuditRecord } from './audit.ts';
import { auditEntries } from '../database/schema/audit-entries.ts';
import { buildCompany } from '../database/testing/builders.ts';
import { openTestDatabase } from '../database/testing/test-database.ts';
import type { TestDatabase } from '../database/testing/test-database.ts';

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

async function entriesAfter(changes: Partial<AuditRecord>) {
  return database.withCompany(companyId, async (tx) => {
    await recordAudit(tx, { ...record, ...changes });
    return tx.select().from(auditEntries);
  });
}

test('an entry says who did what when, and holds only the fields that changed', async () => {
  const before = { firstName: 'Jüri', roles: ['User'], version: 1 };
  const after = { firstName: 'Jüri', roles: ['User', 'Admin'], version: 2 };
  const [entry] = await entriesAfter({ before, after });
  expect(entry).toMatchObject({
    companyId,
    actorName: 'Mari Maasikas',
    actorCompany: null,
    occurredAt: record.now,
    before: { roles: ['User'] },
    after: { roles: ['User', 'Admin'] },
  });
});

test('a creation keeps the whole record and a deletion the last state', async () => {
  expect(await entriesAfter({ after: { name: 'x' } })).toMatchObject([{ before: null, after: { name: 'x' } }]);
});

test('a save that changed nothing leaves no entry', async () => {
  const same = { roles: ['User'], address: { city: 'Tartu' } };
  expect(await entriesAfter({ before: same, after: structuredClone(same) })).toEqual([]);
});

test('fields that hold secrets are never written, however deep they lie', async () => {
  const after = { name: 'x', password: 'a', apiKey: 'b', accessToken: 'c', login: { totpSecret: 'd', user: 'e' } };
  const [entry] = await entriesAfter({ after });
  expect(entry?.after).toEqual({ name: 'x', login: { user: 'e' } });
});

test('an entry goes with the change it tells of', async () => {
  const attempt = database.withCompany(companyId, async (tx) => {
    await recordAudit(tx, record);
    throw new Error('stop');
  });
  await expect(attempt).rejects.toThrow('stop');
  expect(await database.withCompany(companyId, (tx) => tx.$count(auditEntries))).toBe(0);
});

test('a system transaction names the company of the entry', async () => {
  await database.withSystem('session.sign-up', (tx) => recordAudit(tx, { ...record, companyId }));
  expect(await database.withCompany(companyId, (tx) => tx.$count(auditEntries))).toBe(1);
});
