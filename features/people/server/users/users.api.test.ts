import { beforeAll, expect, test } from 'vitest';
import { mapOptionalFields } from '#features/people/contract/user-fields.ts';
import type { User } from '#features/people/contract/users.ts';
import { buildUser } from '#server/database/testing/builders.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { newUserForm } from '#server/testing/user-forms.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let user: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  user = await portal().makeUser(superAdmin.companyId);
});

async function search(text: string, as = superAdmin): Promise<User[]> {
  const { status, body } = await portal().call(`/users?stringValue=${encodeURIComponent(text)}`, { as });
  expect(status).toBe(200);
  return body as User[];
}

test('a SuperAdmin creates a user, who then stands in the list with a lower-case address', async () => {
  const form = newUserForm({ lastName: 'Uustulnuk', email: 'Jaan.Tamm@Test.Example' });
  const created = await portal().call('/users', { as: superAdmin, body: form });
  expect(created.status).toBe(201);
  expect(await search('uustulnuk')).toEqual([
    {
      ...mapOptionalFields(() => null),
      ...form,
      email: 'jaan.tamm@test.example',
      ...(created.body as object),
      version: 1,
      access: { state: 'Invited', lastSignInAt: null, hasTwoFactor: false, canManage: true },
    },
  ]);
});

test('the search looks at names, address and company, in any case, and takes % and _ as they are', async () => {
  const { companyId } = superAdmin;
  const values = { firstName: 'Õnne', lastName: '100%_Sure', email: 'onne.x@test.example', company: 'Pärnu Kombinaat' };
  const { id } = await buildUser(portal().database, companyId, values);
  for (const text of ['ÕNNE', '100%_s', 'onne.x@', 'kombinaat', 'õnne 100']) {
    expect((await search(text)).map((found) => found.id)).toEqual([id]);
  }
  expect(await search('%')).toHaveLength(1);
  expect(await search('_')).toHaveLength(1);
  expect(await search("' or 1=1 --")).toEqual([]);
  expect((await search('')).length).toBeGreaterThan(2);
});

test('the list ends where it was asked to', async () => {
  const { body } = await portal().call('/users?limit=1', { as: superAdmin });
  expect(body).toHaveLength(1);
});

test('another company’s users are never found', async () => {
  const other = await portal().makeCompany();
  expect(await search(other.superAdmin.email)).toEqual([]);
  expect((await search('@', other.superAdmin)).map(({ id }) => id)).toEqual([other.superAdmin.id]);
});

test('who is no SuperAdmin sees names and addresses of others alone', async () => {
  const found = await search(superAdmin.email, user);
  expect(found).toEqual([{ id: superAdmin.id, firstName: 'Mari', lastName: 'Maasikas', email: superAdmin.email }]);
  const own = await portal().call(`/users/${user.id}`, { as: user });
  expect(own.body).toMatchObject({ id: user.id, roles: ['User'], version: 1, sapId: null });
});

test('who is no SuperAdmin may not save others', async () => {
  const { id } = await buildUser(portal().database, user.companyId);
  const { status, body } = await portal().call(`/users/${id}`, { as: user, body: newUserForm() });
  expect({ status, body }).toMatchObject({
    status: 403,
    body: { code: 'access.refused', message: 'Network Error', errorMessage: 'Network Error' },
  });
});

test('a SuperAdmin edits a user; read-only fields may come along, another id may not', async () => {
  const created = await portal().call('/users', { as: superAdmin, body: newUserForm() });
  const { id } = created.body as User;
  const changed = newUserForm({ lastName: 'Saar', roles: ['Admin', 'User'] });
  const saved = await portal().call(`/users/${id}`, { as: superAdmin, body: { ...changed, id, _id: id, version: 1 } });
  expect(saved).toMatchObject({ status: 200, body: { ...changed, id, version: 2 } });
  const refused = await portal().call(`/users/${id}`, { as: superAdmin, body: { ...changed, id: superAdmin.id } });
  expect(refused).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'id', message: 'The id does not match this record.' }] },
  });
});

test.each([
  ['firstName', '', 'The First Name field is required!'],
  ['firstName', ' \u00A0\u200B', 'The First Name can not be empty!'],
  ['lastName', '', 'The Last Name field is required!'],
  ['lastName', '\u3000', 'The Last Name can not be empty!'],
  ['email', '', 'The Email field is required!'],
  ['email', '  ', 'The Email can not be empty!'],
  ['email', 'a@b@c.example', 'The input is not a valid email address!'],
  ['email', '"a b"@c.example', 'The input is not a valid email address!'],
  ['email', 'Ann <a@c.example>', 'The input is not a valid email address!'],
  ['email', 'a@c.example\r\nBcc: x@y.example', 'The input is not a valid email address!'],
  ['company', '', 'The Company field is required!'],
  ['company', ' ', 'The Company can not be empty!'],
  ['sapId', '', 'SAP Login ID field is required!'],
  ['sapId', '\t', 'The SAP Login ID can not be empty!'],
  ['roles', [], 'The Roles field is required!'],
])('%s as %j is refused with its message', async (field, value, message) => {
  const { status, body } = await portal().call('/users', { as: superAdmin, body: newUserForm({ [field]: value }) });
  expect({ status, body }).toMatchObject({ status: 422, body: { fields: [{ path: field, message }] } });
});

test('hostile texts are kept letter for letter, but a name is no markup', async () => {
  const hostile = {
    firstName: '" onerror="alert(1)',
    lastName: "Robert') drop table users--",
    company: '<img src=x onerror=alert(1)>; drop table users;--',
    sapId: '=1+1',
  };
  const create = (values: Record<string, unknown>) =>
    portal().call('/users', { as: superAdmin, body: newUserForm(values) });
  const created = await create(hostile);
  const read = await portal().call(`/users/${(created.body as User).id}`, { as: superAdmin });
  expect(read.body).toMatchObject(hostile);
  for (const name of ['<img src=x>', 'users;--', 'mari@acme.ee']) {
    const refused = await create({ lastName: name });
    expect([name, refused.status]).toEqual([name, 422]);
  }
});

test('the SAP id is one’s own', async () => {
  const { id } = user;
  const saved = await portal().call(`/users/${id}`, {
    as: superAdmin,
    body: newUserForm({ email: user.email, sapId: 'OWN-1' }),
  });
  expect(saved.status).toBe(200);
  expect((await portal().call('/user-info/sap-id', { as: user })).body).toEqual({ sapId: 'OWN-1' });
});

test('a search looks into the company text only for those who may see it', async () => {
  const { id: companyId, superAdmin: chief } = await portal().makeCompany();
  const reader = await portal().makeUser(companyId);
  await portal().call('/users', { as: chief, body: newUserForm({ company: 'Kuldne Kala' }) });
  expect((await portal().call('/users?stringValue=kuldne', { as: chief })).body).toHaveLength(1);
  expect((await portal().call('/users?stringValue=kuldne', { as: reader })).body).toEqual([]);
});

test('the answer of a save can be sent back as it is', async () => {
  const { superAdmin: chief } = await portal().makeCompany();
  const form = newUserForm();
  const { id } = (await portal().call('/users', { as: chief, body: form })).body as { id: string };
  const saved = await portal().call(`/users/${id}`, { as: chief, body: { ...form, lastName: 'Uus' } });
  expect(saved.status).toBe(200);
  const again = await portal().call(`/users/${id}`, {
    as: chief,
    body: { ...(saved.body as object), pendingEmail: null },
  });
  expect(again.status).toBe(200);
});

test('every role can send back its own user as it got it', async () => {
  const { companyId } = superAdmin;
  for (const roles of [['SuperAdmin'], ['Admin'], ['User']] as const) {
    const own = await portal().makeUser(companyId, { roles: [...roles] });
    const got = await portal().call(`/users/${own.id}`, { as: own });
    const body = { ...(got.body as User), sapId: 'MAARI' };
    const { status } = await portal().call(`/users/${own.id}`, { as: own, body });
    expect({ roles, status }).toEqual({ roles, status: 200 });
  }
});
