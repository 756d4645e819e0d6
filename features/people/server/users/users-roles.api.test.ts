import { beforeAll, expect, test } from 'vitest';
import type { User } from '#features/people/contract/users.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { newUserForm, profileForm } from '#server/testing/user-forms.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let admin: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  admin = await portal().makeUser(superAdmin.companyId, { roles: ['Admin', 'User'] });
});

const notGrantable = {
  status: 403,
  body: {
    code: 'users.role-not-grantable',
    message: 'You cannot grant this role.',
    fields: [{ path: 'roles', message: 'You cannot grant this role.' }],
  },
};

async function rolesOf(user: TestUser): Promise<unknown> {
  const { body } = await portal().call(`/users/${user.id}`, { as: user });
  return (body as User).roles;
}

test('the role list holds what the caller may grant, or their own roles', async () => {
  expect((await portal().call('/user-roles', { as: superAdmin })).body).toEqual(['SuperAdmin', 'Admin', 'User']);
  expect((await portal().call('/user-roles', { as: admin })).body).toEqual(['Admin', 'User']);
});

test('the profile grants no SuperAdmin', async () => {
  const body = profileForm(admin.email, { roles: ['SuperAdmin'] });
  expect(await portal().call(`/users/${admin.id}`, { as: admin, body })).toMatchObject(notGrantable);
  expect(await rolesOf(admin)).toEqual(['Admin', 'User']);
});

test('a profile may repeat its roles, in any order', async () => {
  const body = profileForm(admin.email, { roles: ['User', 'Admin'] });
  expect((await portal().call(`/users/${admin.id}`, { as: admin, body })).status).toBe(200);
  expect(await rolesOf(admin)).toEqual(['Admin', 'User']);
});

test.each([
  ['a text', 'SuperAdmin'],
  ['another case', ['superadmin']],
  ['a space', ['SuperAdmin ']],
  ['an operator', { $set: ['SuperAdmin'] }],
  ['a role twice', ['User', 'User']],
  ['an unknown role', ['Owner']],
  ['a list in a list', [['SuperAdmin']]],
])('roles as %s are refused on create, on update and in the profile', async (_name, roles) => {
  const calls = [
    portal().call('/users', { as: superAdmin, body: newUserForm({ roles }) }),
    portal().call(`/users/${admin.id}`, { as: superAdmin, body: newUserForm({ roles, email: admin.email }) }),
    portal().call(`/users/${admin.id}`, { as: admin, body: profileForm(admin.email, { roles }) }),
  ];
  for (const { status, body } of await Promise.all(calls)) {
    expect(status).toBe(422);
    expect((body as { fields: { path: string }[] }).fields[0]?.path).toMatch(/^roles/);
  }
  expect(await rolesOf(admin)).toEqual(['Admin', 'User']);
});

test('TechnicalUser is the provider’s to grant', async () => {
  const body = newUserForm({ roles: ['User', 'TechnicalUser'] });
  expect(await portal().call('/users', { as: superAdmin, body })).toMatchObject(notGrantable);
  const provider = await portal().makeCompany({ isProvider: true });
  const headers = { 'x-company': superAdmin.companyId };
  expect((await portal().call('/users', { as: provider.superAdmin, body, headers })).status).toBe(201);
});

test('the last SuperAdmin can be neither demoted nor deleted', async () => {
  const last = {
    status: 409,
    body: { code: 'users.last-super-admin', message: 'A company needs at least one SuperAdmin.' },
  };
  const demotion = newUserForm({ email: superAdmin.email, roles: ['Admin'] });
  expect(await portal().call(`/users/${superAdmin.id}`, { as: superAdmin, body: demotion })).toMatchObject(last);
  const deletion = { as: superAdmin, method: 'DELETE', body: [admin.id, superAdmin.id] };
  expect(await portal().call('/users', deletion)).toMatchObject(last);
  expect(await rolesOf(admin)).toEqual(['Admin', 'User']);
});

test('of two SuperAdmins who demote each other at once one stays', async () => {
  const { superAdmin: first, id } = await portal().makeCompany();
  const second = await portal().makeUser(id, { roles: ['SuperAdmin'] });
  const demote = (as: TestUser, whom: TestUser) =>
    portal().call(`/users/${whom.id}`, { as, body: newUserForm({ email: whom.email, roles: ['User'] }) });
  const answers = await Promise.all([demote(first, second), demote(second, first)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { rows } = await portal().database.systemPool.query(
    `select id from users where company_id = $1 and roles @> array['SuperAdmin']`,
    [id],
  );
  expect(rows).toHaveLength(1);
});

test('of two SuperAdmins who delete each other at once one stays', async () => {
  const { superAdmin: first, id } = await portal().makeCompany();
  const second = await portal().makeUser(id, { roles: ['SuperAdmin'] });
  const remove = (as: TestUser, whom: TestUser) => portal().call('/users', { as, method: 'DELETE', body: [whom.id] });
  const answers = await Promise.all([remove(first, second), remove(second, first)]);
  expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a demoted SuperAdmin’s live token opens nothing of the role any more, a deleted user’s nothing at all', async () => {
  const demoted = await portal().makeUser(superAdmin.companyId, { roles: ['SuperAdmin'] });
  const body = newUserForm({ email: demoted.email, roles: ['User'] });
  await portal().call(`/users/${demoted.id}`, { as: superAdmin, body });
  expect((await portal().call('/audit', { as: demoted })).status).toBe(403);
  expect((await portal().call('/users', { as: demoted })).status).toBe(200);
  await portal().call('/users', { as: superAdmin, method: 'DELETE', body: [demoted.id] });
  expect((await portal().call('/users', { as: demoted })).status).toBe(401);
  const { cookie } = demoted;
  expect((await portal().call('/session/token', { method: 'POST', headers: { cookie } })).status).toBe(401);
});

test('a role that one may not give is not passed on to another account either', async () => {
  const { id: companyId, superAdmin: chief } = await portal().makeCompany();
  const technical = await portal().makeUser(companyId, { roles: ['User', 'TechnicalUser'] });
  const form = newUserForm({ email: technical.email, roles: ['User', 'TechnicalUser'] });
  const path = `/users/${technical.id}`;
  expect((await portal().call(path, { as: chief, body: { ...form, lastName: 'Kask' } })).status).toBe(200);
  const moved = await portal().call(path, { as: chief, body: { ...form, email: 'mallory@test.example' } });
  expect(moved).toMatchObject({ status: 403, body: { code: 'users.role-not-grantable' } });
  const plain = { ...form, email: 'mallory@test.example', roles: ['User'] };
  expect((await portal().call(path, { as: chief, body: plain })).status).toBe(403);
});
