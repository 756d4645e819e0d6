import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { buildUser } from '#server/database/testing/builders.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  ({ superAdmin: stranger } = await portal().makeCompany());
});

const makeVictim = async (companyId = superAdmin.companyId) => (await buildUser(portal().database, companyId)).id;
const remove = (body: unknown) => portal().call('/users', { as: superAdmin, method: 'DELETE', body });
const exists = async (id: string, as = superAdmin) => (await portal().call(`/users/${id}`, { as })).status === 200;

test('a list is deleted, each of it once however often and in whatever letters it is named', async () => {
  const ids = [await makeVictim(), await makeVictim()];
  const [first = ''] = ids;
  const { status, body } = await remove([...ids, first, first.toUpperCase()]);
  expect({ status, body: (body as string[]).toSorted() }).toEqual({ status: 200, body: ids.toSorted() });
  expect(await exists(first)).toBe(false);
});

test('with one foreign or unknown id no user of the list is deleted', async () => {
  const own = await makeVictim();
  const foreign = await makeVictim(stranger.companyId);
  const failures = [await remove([own, foreign]), await remove([own, randomUUID()])];
  for (const { status, body } of failures) {
    expect({ status, body }).toMatchObject({ status: 404, body: { code: 'record.not-found' } });
  }
  expect(await exists(own)).toBe(true);
  expect(await exists(foreign, stranger)).toBe(true);
});

test('a second deletion finds nothing', async () => {
  const id = await makeVictim();
  expect((await remove([id])).status).toBe(200);
  expect((await remove([id])).status).toBe(404);
});

test.each([
  ['an empty list', [], 422],
  ['no body', undefined, 422],
  ['an object', { ids: [] }, 422],
  ['a text', '"all"', 422],
  ['ten thousand ids', Array.from({ length: 10_000 }, () => randomUUID()), 422],
  ['null', null, 422],
])('%s deletes no user', async (_name, body, status) => {
  expect((await remove(body)).status).toBe(status);
  expect(await exists(superAdmin.id)).toBe(true);
});

test('a deleted contact person leaves the company without that contact', async () => {
  const contact = await buildUser(portal().database, superAdmin.companyId);
  const form = {
    companyName: 'A',
    vatNumber: 'EE101218458',
    country: 'Estonia',
    address_1: 'x',
    city: 'Tallinn',
    zip: '1',
  };
  const saved = await portal().call('/company/info', {
    as: superAdmin,
    method: 'PUT',
    body: { ...form, primaryContact: contact.email, secondaryContact: contact.email },
  });
  expect(saved).toMatchObject({ status: 200, body: { primaryContact: contact.email } });
  expect((await remove([contact.id])).status).toBe(200);
  const { body } = await portal().call('/company/info', { as: superAdmin });
  expect(body).toMatchObject({ ...form, primaryContact: null, secondaryContact: null });
});

test('a SuperAdmin may leave while another one stays, and with the last membership the sign-in goes', async () => {
  const deleted = await portal().makeUser(superAdmin.companyId, { roles: ['SuperAdmin'] });
  const { status } = await portal().call('/users', { as: deleted, method: 'DELETE', body: [deleted.id] });
  expect(status).toBe(200);
  const signIn = { body: { email: deleted.email, password: 'Steward-2026!' } };
  expect(await portal().call('/session/sign-in', signIn)).toMatchObject({
    status: 401,
    body: { code: 'session.wrong-credentials' },
  });
});

test('a outsider of two companies loses one membership and keeps the other', async () => {
  const outsider = await portal().makeUser(stranger.companyId);
  const { id } = await buildUser(portal().database, superAdmin.companyId, {
    accountId: outsider.accountId,
    email: outsider.email,
  });
  expect((await remove([id])).status).toBe(200);
  expect((await portal().call('/session/user', { as: outsider })).body).toMatchObject({
    companyId: stranger.companyId,
    companies: [{ id: stranger.companyId }],
  });
});

test('a deleted contact person leaves the company’s record, which is newer then, and the log says so', async () => {
  const { superAdmin: chief } = await portal().makeCompany();
  const contact = await portal().makeUser(chief.companyId);
  const company = {
    companyName: 'Acme',
    vatNumber: 'EE101218458',
    country: 'Estonia',
    address_1: 'A 1',
    city: 'Tallinn',
    zip: '1',
  };
  const saved = await portal().call('/company/info', {
    as: chief,
    method: 'PUT',
    body: { ...company, primaryContact: contact.email },
  });
  expect(saved.status).toBe(200);
  await portal().call('/users', { as: chief, method: 'DELETE', body: [contact.id] });
  const left = await portal().call('/company/info', { as: chief });
  expect(left.body).toMatchObject({ primaryContact: null, version: (saved.body as { version: number }).version + 1 });
  const log = await portal().call(`/audit?entityId=${contact.id}`, { as: chief });
  expect(log.body).toMatchObject({ entries: [{ action: 'users.delete', before: { contactPerson: ['primary'] } }] });
});
