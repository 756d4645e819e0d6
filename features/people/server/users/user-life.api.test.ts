import { beforeAll, expect, test } from 'vitest';
import type { User } from '#features/people/contract/users.ts';
import { readMails, waitForMail, waitForTemporaryPassword } from '#server/testing/caught-mail.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { testPassword, useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { newUserForm } from '#server/testing/user-forms.ts';

const portal = useTestPortal();
const dayMs = 86_400_000;
let superAdmin: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
});

const manage = (method: string, path: string, as = superAdmin) => portal().call(`/users/${path}`, { as, method });
const getAccess = async (id: string) => ((await manage('GET', id)).body as User).access;
const signIn = (email: string, password = testPassword) =>
  portal().call('/session/sign-in', { body: { email, password } });

async function invite() {
  const form = newUserForm();
  const { body } = await portal().call('/users', { as: superAdmin, body: form });
  return {
    ...(body as { id: string }),
    email: form.email,
    password: await waitForTemporaryPassword(portal(), form.email),
  };
}

test('a user is invited until the first sign-in into the company, and the last sign-in is shown', async () => {
  const invited = await invite();
  expect(await getAccess(invited.id)).toEqual({
    state: 'Invited',
    lastSignInAt: null,
    hasTwoFactor: false,
    canManage: true,
  });
  const person = await portal().makeUser(superAdmin.companyId);
  expect((await portal().call('/session/user', { as: person })).status).toBe(200);
  const access = await getAccess(person.id);
  expect(access).toMatchObject({ state: 'Active' });
  expect(Math.abs(Date.parse(access?.lastSignInAt ?? '') - Date.now())).toBeLessThan(3_600_000);
  // An account that is active elsewhere is invited here all the same.
  const { superAdmin: elsewhere } = await portal().makeCompany();
  await portal().call('/session/user', { as: elsewhere });
  const { body } = await portal().call('/users', { as: superAdmin, body: newUserForm({ email: elsewhere.email }) });
  expect(await getAccess((body as User).id)).toMatchObject({ state: 'Invited', hasTwoFactor: false });
  expect(((await manage('GET', superAdmin.id, person)).body as User).access).toBeUndefined();
});

test('a temporary password expires after a week; sent again, the new one works and the old one does not', async () => {
  const invited = await invite();
  portal().clock.advance(7 * dayMs);
  expect(await signIn(invited.email, invited.password)).toMatchObject({
    status: 403,
    body: { code: 'session.password-expired' },
  });
  superAdmin = { ...superAdmin, token: await portal().fetchToken(superAdmin.cookie) };
  expect((await manage('POST', `${invited.id}/invitation`)).status).toBe(200);
  await expect.poll(async () => (await readMails(portal(), invited.email)).length).toBe(2);
  const [newest] = (await readMails(portal(), invited.email)).filter(({ text }) => !text.includes(invited.password));
  const password = /Temporary password:\s+(\S+)/.exec(newest?.text ?? '')?.[1] ?? '';
  expect((await signIn(invited.email, invited.password)).status).toBe(401);
  expect(await signIn(invited.email, password)).toMatchObject({ status: 200, body: { state: 'requireNewPassword' } });
});

test('an invitation is not sent to who has signed in, and to who has a password without a new one', async () => {
  expect(await manage('POST', `${superAdmin.id}/invitation`)).toMatchObject({
    status: 409,
    body: { code: 'users.not-invited' },
  });
  const { superAdmin: elsewhere } = await portal().makeCompany();
  const { body } = await portal().call('/users', { as: superAdmin, body: newUserForm({ email: elsewhere.email }) });
  expect((await manage('POST', `${(body as User).id}/invitation`)).status).toBe(200);
  expect((await signIn(elsewhere.email)).body).toMatchObject({ state: 'signedIn' });
});

test('a deactivated user is out at once, cannot sign in, stays in the list, and comes back without old sessions', async () => {
  const person = await portal().makeUser(superAdmin.companyId);
  expect((await portal().call('/session/user', { as: person })).status).toBe(200);
  expect(await manage('POST', `${person.id}/deactivation`)).toMatchObject({
    status: 200,
    body: { access: { state: 'Deactivated' } },
  });
  expect((await portal().call('/session/user', { as: person })).status).toBe(401);
  expect(await signIn(person.email)).toMatchObject({
    status: 403,
    body: { message: 'PreAuthentication failed with error Access denied!.' },
  });
  expect((await manage('GET', person.id)).status).toBe(200);
  expect(await manage('POST', `${person.id}/invitation`)).toMatchObject({ body: { code: 'users.deactivated' } });
  expect(await manage('DELETE', `${person.id}/deactivation`)).toMatchObject({ body: { access: { state: 'Active' } } });
  expect((await portal().call('/session/user', { as: person })).status).toBe(401);
  expect((await signIn(person.email)).status).toBe(200);
  const { entries } = (await portal().call(`/audit?entityId=${person.id}`, { as: superAdmin })).body as {
    entries: { action: string }[];
  };
  expect(entries.map(({ action }) => action).slice(0, 2)).toEqual(['users.reactivate', 'users.deactivate']);
});

test('a user of two companies keeps the other one', async () => {
  const other = await portal().makeCompany();
  const person = await portal().makeUser(superAdmin.companyId);
  await portal().call('/users', { as: other.superAdmin, body: newUserForm({ email: person.email }) });
  await manage('POST', `${person.id}/deactivation`);
  const { body } = await portal().call('/session/user', { as: person });
  expect(body).toMatchObject({ companyId: other.id, companies: [{ id: other.id }] });
});

test('of two SuperAdmins who deactivate each other at once one stays, and none deactivates themselves', async () => {
  const { id: companyId, superAdmin: first } = await portal().makeCompany();
  const second = await portal().makeUser(companyId, { roles: ['SuperAdmin'] });
  const answers = await Promise.all([
    manage('POST', `${second.id}/deactivation`, first),
    manage('POST', `${first.id}/deactivation`, second),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const [{ id, token }] = answers[0].status === 200 ? [first] : [second];
  const stayed = { ...first, id, token };
  expect(await manage('POST', `${id}/deactivation`, stayed)).toMatchObject({ body: { code: 'users.own-access' } });
  // The deactivated one does not count as a SuperAdmin any more.
  const demotion = newUserForm({ email: (id === first.id ? first : second).email, roles: ['Admin'] });
  expect(await portal().call(`/users/${id}`, { as: stayed, body: demotion })).toMatchObject({
    body: { code: 'users.last-super-admin' },
  });
});

test('a second factor is reset with a mail, and only where the person has come to no other company', async () => {
  const person = await portal().makeUser(superAdmin.companyId);
  await portal().call('/session/user', { as: person });
  expect(await manage('DELETE', `${person.id}/two-factor`)).toMatchObject({ body: { code: 'session.two-factor-off' } });
  const turnOn = () =>
    portal().database.inSystem('demo.seed', (tx) =>
      runSql(tx, 'update identity.accounts set two_factor_enabled = true where id = $1', [person.accountId]),
    );
  await turnOn();
  expect(await getAccess(person.id)).toMatchObject({ hasTwoFactor: true });
  expect(await manage('DELETE', `${person.id}/two-factor`)).toMatchObject({
    body: { access: { hasTwoFactor: false } },
  });
  await waitForMail(portal(), person.email, /^Two-factor authentication of your .* account was reset$/);
  expect((await signIn(person.email)).body).toMatchObject({ state: 'signedIn' });
  await turnOn();
  const other = await portal().makeCompany();
  await portal().call('/users', { as: other.superAdmin, body: newUserForm({ email: person.email }) });
  // A company that only added the address keeps no other one from helping its person.
  expect(await manage('DELETE', `${person.id}/two-factor`)).toMatchObject({ status: 200 });
  const token = await portal().fetchToken(await portal().signIn(person.email));
  const headers = { authorization: `Bearer ${token}`, 'x-company': other.id };
  expect((await portal().call('/session/user', { headers })).status).toBe(200);
  await turnOn();
  expect(await manage('DELETE', `${person.id}/two-factor`)).toMatchObject({ body: { code: 'users.factor-elsewhere' } });
});

test('an invitation that is sent again takes no temporary password of another company’s, until that has expired', async () => {
  const invited = await invite();
  const { superAdmin: stranger } = await portal().makeCompany();
  const { body } = await portal().call('/users', { as: stranger, body: newUserForm({ email: invited.email }) });
  const resend = (as: TestUser, id: string) => portal().call(`/users/${id}/invitation`, { as, method: 'POST' });
  expect((await resend(stranger, (body as User).id)).status).toBe(200);
  expect((await signIn(invited.email, invited.password)).body).toMatchObject({ state: 'requireNewPassword' });
  // Who has lost it resets it.
  await portal().call('/session/forgot-password', { body: { email: invited.email } });
  await waitForMail(portal(), invited.email, /^Reset your/);
  portal().clock.advance(7 * dayMs);
  superAdmin = { ...superAdmin, token: await portal().fetchToken(superAdmin.cookie) };
  expect((await resend(superAdmin, invited.id)).status).toBe(200);
  const mailed = async () =>
    (await readMails(portal(), invited.email)).filter(({ text }) => text.includes('Temporary password:'));
  await expect.poll(async () => (await mailed()).length).toBe(2);
});
