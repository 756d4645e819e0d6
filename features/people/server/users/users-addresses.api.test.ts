import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { User } from '#features/people/contract/users.ts';
import { readMails, waitForCode, waitForMail, waitForTemporaryPassword } from '#server/testing/caught-mail.ts';
import { testPassword, useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { newUserForm, profileForm } from '#server/testing/user-forms.ts';

const portal = useTestPortal();
const invitation = /^You have been added to a company on /;
const temporary = /^Your .* account$/;
let superAdmin: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
});

const newEmail = () => `${randomUUID()}@test.example`;
const signIn = (email: string, password: string) => portal().call('/session/sign-in', { body: { email, password } });

test('a new address gets a temporary password, one with an account elsewhere an invitation, for the same answer', async () => {
  const { superAdmin: elsewhere } = await portal().makeCompany();
  const form = newUserForm();
  const unknown = await portal().call('/users', { as: superAdmin, body: form });
  const known = await portal().call('/users', { as: superAdmin, body: newUserForm({ email: elsewhere.email }) });
  expect([unknown.status, known.status]).toEqual([201, 201]);
  expect(Object.keys(known.body as object)).toEqual(Object.keys(unknown.body as object));
  const password = await waitForTemporaryPassword(portal(), form.email);
  expect(await signIn(form.email, password)).toMatchObject({ status: 200, body: { state: 'requireNewPassword' } });
  const { text } = await waitForMail(portal(), elsewhere.email, invitation);
  expect(text).not.toMatch(/temporary/i);
  expect((await signIn(elsewhere.email, testPassword)).body).toMatchObject({ state: 'signedIn' });
});

test('a SuperAdmin who changes an address ties the user to another account and touches neither account', async () => {
  const person = await portal().makeUser(superAdmin.companyId);
  const { superAdmin: elsewhere } = await portal().makeCompany();
  const body = newUserForm({ email: elsewhere.email });
  const saved = await portal().call(`/users/${person.id}`, { as: superAdmin, body });
  expect(saved).toMatchObject({ status: 200, body: { id: person.id, email: elsewhere.email } });
  await waitForMail(portal(), elsewhere.email, invitation);
  expect((await signIn(elsewhere.email, testPassword)).body).toMatchObject({ state: 'signedIn' });
  const { body: user } = await portal().call('/session/user', { as: elsewhere });
  expect((user as { companies: unknown[] }).companies).toHaveLength(2);
  expect((await portal().call('/session/user', { as: person })).status).toBe(401);
});

test('a changed address without an account gets a temporary password, and the old account of others stays', async () => {
  const { superAdmin: shared } = await portal().makeCompany();
  const created = await portal().call('/users', { as: superAdmin, body: newUserForm({ email: shared.email }) });
  const { id } = created.body as User;
  const email = newEmail();
  await portal().call(`/users/${id}`, { as: superAdmin, body: newUserForm({ email }) });
  await waitForMail(portal(), email, temporary);
  expect((await signIn(shared.email, testPassword)).body).toMatchObject({ state: 'signedIn', email: shared.email });
  expect((await portal().call('/session/user', { as: shared })).body).toMatchObject({ email: shared.email });
});

test('one’s own new address takes the password and counts once its code is proven, in all memberships', async () => {
  const person = await portal().makeUser(superAdmin.companyId);
  const email = newEmail();
  const save = (values: object) =>
    portal().call(`/users/${person.id}`, { as: person, body: profileForm(email, { ...values }) });
  expect(await save({})).toMatchObject({
    status: 422,
    body: {
      code: 'session.wrong-password',
      fields: [{ path: 'currentPassword', message: 'Please input your Password!' }],
    },
  });
  expect(await save({ currentPassword: 'Wrong-Horse-7' })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'currentPassword', message: 'The password is not correct.' }] },
  });
  const saved = await save({ currentPassword: testPassword });
  expect(saved).toMatchObject({ status: 200, body: { email: person.email, pendingEmail: email, lastName: 'Kask' } });
  expect((await portal().call('/session/user', { as: person })).body).toMatchObject({ pendingEmail: email });
  const code = await waitForCode(portal(), email, /^Confirm your new e-mail address/);
  expect((await portal().call('/session/verify-contact', { as: person, body: { code } })).status).toBe(200);
  expect((await portal().call('/session/user', { as: person })).body).toMatchObject({ email, pendingEmail: null });
  expect((await signIn(email, testPassword)).status).toBe(200);
  expect((await signIn(person.email, testPassword)).status).toBe(401);
});

test('a form opened before the address was proven is stale afterwards and can not put the old address back', async () => {
  const person = await portal().makeUser(superAdmin.companyId);
  const { body } = await portal().call(`/users/${person.id}`, { as: superAdmin });
  const { version } = body as Required<User>;
  const email = newEmail();
  const change = profileForm(email, { currentPassword: testPassword });
  await portal().call(`/users/${person.id}`, { as: person, body: change });
  const between = (await portal().call(`/users/${person.id}`, { as: superAdmin })).body as Required<User>;
  const code = await waitForCode(portal(), email, /^Confirm your new e-mail address/);
  await portal().call('/session/verify-contact', { as: person, body: { code } });
  expect(between.version).toBeGreaterThan(version);
  const late = newUserForm({ email: person.email, version: between.version });
  expect(await portal().call(`/users/${person.id}`, { as: superAdmin, body: late })).toMatchObject({
    status: 409,
    body: { code: 'record.stale', current: { email } },
  });
});

test('the address of another account as new address is answered like any other, and only its owner is mailed', async () => {
  const person = await portal().makeUser(superAdmin.companyId);
  const { superAdmin: elsewhere } = await portal().makeCompany();
  const body = profileForm(elsewhere.email, { currentPassword: testPassword });
  const saved = await portal().call(`/users/${person.id}`, { as: person, body });
  expect(saved).toMatchObject({ status: 200, body: { email: person.email, pendingEmail: elsewhere.email } });
  const verified = await portal().call('/session/verify-contact', { as: person, body: { code: '000000' } });
  expect(verified).toMatchObject({ status: 422, body: { code: 'session.wrong-code' } });
  const mails = await readMails(portal(), elsewhere.email);
  expect(mails.filter(({ subject }) => subject.startsWith('Confirm your new'))).toEqual([]);
});
