import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCompany, buildUser } from '../database/testing/builders.ts';
import { openTestDatabase, type TestDatabase } from '../database/testing/test-database.ts';
import type { CompanyTransaction } from '../sql/sql.ts';
import { statement } from '../sql/statement.ts';
import { integer, json, nullable, text, uuid } from '../sql/types.ts';
import { createShownIds } from '../lib/crypto/shown-ids.ts';
import { changeRecord, type AuditedKind, type RecordChange } from './change-record.ts';
import { createRecord } from './create-record.ts';
import { deleteRecord, type RecordDeletion } from './delete-record.ts';

interface StoredName {
  readonly id: string;
  readonly lastName: string;
  readonly version: number;
}

const row = { id: uuid, lastName: text, version: integer };
const lockName = statement({
  text: 'select id, last_name as "lastName", version from users where company_id = $companyId and id = $id for update',
  params: { id: uuid },
  row,
});
const writeName = statement({
  text: `
    update users set last_name = $lastName, version = version + 1 where company_id = $companyId and id = $id
    returning id, last_name as "lastName", version`,
  params: { id: uuid, lastName: text },
  row,
});
const deleteName = statement({
  text: 'delete from users where company_id = $companyId and id = $id',
  params: { id: uuid },
});
const listEntries = statement({
  text: `
    select action, entity_label as label, before, after, actor_company as "actorCompany"
    from audit_entries where company_id = $companyId`,
  row: {
    action: text,
    label: text,
    before: nullable(json<unknown>()),
    after: nullable(json<unknown>()),
    actorCompany: nullable(text),
  },
});

const now = new Date('2026-01-05T13:45:00Z');
let database: TestDatabase;
let user: { readonly id: string; readonly companyId: string };

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const company = await buildCompany(database);
  user = await buildUser(database, company.id, { lastName: 'Kask' });
});

function toContext() {
  const { id: userId, companyId } = user;
  const person = { accountId: userId, userId, firstName: 'Mari', lastName: 'Maasikas', email: 'mari@test.example' };
  const company = { companyId, companyName: 'Acme', homeCompanyId: companyId, actsFrom: 'Maker' };
  const actor = {
    ...person,
    ...company,
    roles: [],
    isProvider: true,
    rights: {},
    masking: { shown: [], patterns: [] },
    capabilities: [],
    timeZone: 'Europe/Tallinn',
    suspension: null,
    sessionId: null,
    openedBy: { companyId: null, issuer: null },
    ids: createShownIds(Buffer.alloc(32), companyId),
  };
  return { actor, requestId: 'r1' };
}

const kind: AuditedKind<StoredName> = {
  toSubject: (stored) => ({ entity: 'user', entityId: stored.id, entityLabel: stored.lastName }),
  toFields: (stored) => ({ lastName: stored.lastName }),
};

function rename(changes: Partial<RecordChange<StoredName>> = {}, lastName = 'Tamm') {
  return database.inCompany(user.companyId, (tx: CompanyTransaction) =>
    changeRecord<StoredName>(tx, {
      context: toContext(),
      now,
      action: 'users.update',
      lock: () => tx.find(lockName, { id: user.id }),
      version: 1,
      toVisible: (stored) => ({ visible: stored.lastName }),
      write: ({ id }) => tx.get(writeName, { id, lastName }),
      ...kind,
      ...changes,
    }),
  );
}

const listAudit = () => database.inCompany(user.companyId, (tx) => tx.list(listEntries));

test('a change writes the record and its audit entry', async () => {
  expect(await rename({ alsoAudited: { isReplaced: true } })).toMatchObject({ lastName: 'Tamm', version: 2 });
  expect(await listAudit()).toEqual([
    {
      action: 'users.update',
      label: 'Tamm',
      before: { lastName: 'Kask' },
      after: { lastName: 'Tamm', isReplaced: true },
      actorCompany: 'Maker',
    },
  ]);
});

test('an entry of the actor’s own company names no other company', async () => {
  await rename({ isAtHome: true });
  expect(await listAudit()).toMatchObject([{ actorCompany: null }]);
});

test('a record that is not found is a problem', async () => {
  await expect(rename({ lock: async () => undefined })).rejects.toMatchObject({ code: 'record.not-found' });
});

test('a change made from an older version is stale and shows the visible record', async () => {
  await rename();
  await expect(rename({}, 'Mets')).rejects.toMatchObject({ code: 'record.stale', current: { visible: 'Tamm' } });
  expect(await listAudit()).toHaveLength(1);
});

test('a change without a version takes any', async () => {
  await rename();
  expect(await rename({ version: undefined }, 'Mets')).toMatchObject({ lastName: 'Mets', version: 3 });
});

test('of simultaneous changes made from one version one is written', async () => {
  const results = await Promise.allSettled([rename({}, 'Mets'), rename({}, 'Saar'), rename({}, 'Org')]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a change that the policy denies writes neither record nor entry', async () => {
  const denied = new Error('denied');
  const allow = () => {
    throw denied;
  };
  await expect(rename({ allow })).rejects.toBe(denied);
  expect(await listAudit()).toEqual([]);
});

function create(lastName: string, idempotencyKey?: string) {
  return database.inCompany(user.companyId, (tx: CompanyTransaction) =>
    createRecord<StoredName, string>(tx, {
      ...kind,
      context: toContext(),
      now,
      action: 'users.create',
      idempotencyKey,
      request: { lastName },
      create: () => tx.get(writeName, { id: user.id, lastName }),
      toAnswer: (created) => `created ${created.lastName}`,
    }),
  );
}

test('a creation writes the record and its audit entry, once per idempotency key', async () => {
  expect(await create('Tamm', 'key-1')).toBe('created Tamm');
  expect(await create('Tamm', 'key-1')).toBe('created Tamm');
  expect(await listAudit()).toMatchObject([{ action: 'users.create', before: null, after: { lastName: 'Tamm' } }]);
  await expect(create('Saar', 'key-1')).rejects.toThrow('another request');
});

test('a creation without a key runs each time', async () => {
  await create('Tamm');
  await create('Tamm');
  expect(await listAudit()).toHaveLength(2);
});

function remove(changes: Partial<RecordDeletion<StoredName>> = {}) {
  return database.inCompany(user.companyId, (tx: CompanyTransaction) =>
    deleteRecord<StoredName>(tx, {
      ...kind,
      context: toContext(),
      now,
      action: 'users.delete',
      lock: () => tx.find(lockName, { id: user.id }),
      delete: async ({ id }) => void (await tx.run(deleteName, { id })),
      ...changes,
    }),
  );
}

test('a deletion deletes the record and writes its audit entry', async () => {
  expect(await remove()).toMatchObject({ lastName: 'Kask' });
  expect(await listAudit()).toMatchObject([{ action: 'users.delete', before: { lastName: 'Kask' }, after: null }]);
  await expect(remove()).rejects.toMatchObject({ code: 'record.not-found' });
});

test('a deletion that the policy denies deletes nothing', async () => {
  const denied = new Error('denied');
  const allow = () => {
    throw denied;
  };
  await expect(remove({ allow })).rejects.toBe(denied);
  expect(await listAudit()).toEqual([]);
});
