import { expect, test } from 'vitest';
import type { ListedSession } from '#features/sign-in/contract/session-list.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { Browser } from '#server/testing/browser.ts';
import { readMails, waitForCode, waitForMail, waitForTemporaryPassword } from '#server/testing/caught-mail.ts';
import { testPassword, useTestPortal } from '#server/testing/test-portal.ts';
import { newUserForm } from '#server/testing/user-forms.ts';

const entries = 'select action, entity, actor_email as "actorEmail", before, after from audit_entries';
const portal = useTestPortal();
const newPassword = 'Changed-2026!';

const signIn = (email: string, password: string) => portal().call('/session/sign-in', { body: { email, password } });

test('a wrong password and an unknown address are answered alike', async () => {
  const { superAdmin } = await portal().makeCompany();
  const failures = [await signIn(superAdmin.email, newPassword), await signIn('nobody@test.example', newPassword)];
  for (const { status, body } of failures) {
    expect({ status, body: { ...(body as object), requestId: '' } }).toEqual({
      status: 401,
      body: {
        code: 'session.wrong-credentials',
        message: 'Incorrect e-mail or password.',
        errorMessage: 'Incorrect e-mail or password.',
        requestId: '',
      },
    });
  }
});

test('after five wrong passwords the right one has to wait too, with the time to wait', async () => {
  const { superAdmin } = await portal().makeCompany();
  for (let time = 0; time < 5; time += 1) await signIn(superAdmin.email, newPassword);
  const refused = await signIn(superAdmin.email, testPassword);
  expect(refused).toMatchObject({ status: 429, body: { code: 'session.too-many-attempts' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a forgotten password is set anew by the code of the mail, and every session ends at once', async () => {
  const { superAdmin } = await portal().makeCompany();
  const { email } = superAdmin;
  const known = await portal().call('/session/forgot-password', { body: { email } });
  const unknown = await portal().call('/session/forgot-password', { body: { email: 'nobody@test.example' } });
  expect([known.status, unknown.status]).toEqual([200, 200]);
  expect(known.body).toEqual({ state: 'forgotPassword', email });
  const code = await waitForCode(portal(), email, /^Reset your/);
  const reset = (body: object) => portal().call('/session/reset-password', { body: { email, code, ...body } });
  expect(await reset({ password: newPassword, code: '000000' })).toMatchObject({
    status: 422,
    body: { code: 'session.wrong-code', fields: [{ path: 'code' }] },
  });
  expect(await reset({ password: newPassword })).toMatchObject({ status: 200, body: { state: 'signIn' } });
  expect((await reset({ password: testPassword })).status).toBe(422);
  expect((await portal().call('/users', { as: superAdmin })).status).toBe(401);
  expect((await signIn(email, testPassword)).status).toBe(401);
  expect((await signIn(email, newPassword)).status).toBe(200);
  await waitForMail(portal(), email, /password was changed$/);
  expect(await readMails(portal(), 'nobody@test.example')).toEqual([]);
});

test('a temporary password opens nothing but the change of it', async () => {
  const { superAdmin } = await portal().makeCompany();
  const form = newUserForm();
  await portal().call('/users', { as: superAdmin, body: form });
  const temporary = await waitForTemporaryPassword(portal(), form.email);
  const browser = new Browser(portal());
  const credentials = { email: form.email, password: temporary };
  expect((await browser.post('/session/sign-in', credentials)).body).toMatchObject({ state: 'requireNewPassword' });
  expect(await browser.post('/session/token')).toMatchObject({
    status: 409,
    body: { code: 'session.step-out-of-turn' },
  });
  expect((await browser.call('/session')).body).toMatchObject({ state: 'requireNewPassword' });
  const same = await browser.post('/session/new-password', { password: temporary });
  expect(same).toMatchObject({ status: 422 });
  expect(await browser.fetchToken()).toBeUndefined();
  const former = browser.copy();
  const changed = await browser.post('/session/new-password', { password: newPassword });
  expect(changed).toMatchObject({ status: 200, body: { state: 'signedIn' } });
  expect(await browser.fetchToken()).toBeDefined();
  expect((await former.call('/session')).body).toMatchObject({ state: 'signedOut' });
  expect((await signIn(form.email, temporary)).status).toBe(401);
});

test.each(['/session/reset-password', '/session/new-password'])('%s takes no weak password', async (path) => {
  const { superAdmin } = await portal().makeCompany();
  const proof = path.includes('reset') ? { email: superAdmin.email, code: '123456' } : {};
  const headers = { cookie: superAdmin.cookie };
  const { status, body } = await portal().call(path, { body: { ...proof, password: 'weak' }, headers });
  expect({ status, body }).toMatchObject({ status: 422, body: { fields: [{ path: 'password' }] } });
});

test('a new password is in the log of every company that the account has come to, without the password', async () => {
  const { superAdmin } = await portal().makeCompany();
  const [other, stranger] = [await portal().makeCompany(), await portal().makeCompany()];
  const invited = newUserForm({ email: superAdmin.email });
  for (const { superAdmin: as } of [other, stranger]) {
    expect((await portal().call('/users', { as, body: invited })).status).toBe(201);
  }
  for (const companyId of [superAdmin.companyId, other.id]) {
    await portal().call('/session/user', { as: superAdmin, headers: { 'x-company': companyId } });
  }
  await portal().call('/session/forgot-password', { body: { email: superAdmin.email } });
  const code = await waitForCode(portal(), superAdmin.email, /^Reset your/);
  const body = { email: superAdmin.email, code, password: newPassword };
  expect((await portal().call('/session/reset-password', { body })).status).toBe(200);
  const read = (companyId: string) =>
    portal().database.inCompany(companyId, (tx) =>
      runSql(tx, `${entries} where entity_id = $1`, [superAdmin.accountId]),
    );
  for (const companyId of [superAdmin.companyId, other.id]) {
    const noted = await read(companyId);
    expect(noted).toMatchObject([
      { action: 'account.password-reset', entity: 'account', actorEmail: superAdmin.email, before: null, after: null },
    ]);
    expect(noted[0]?.requestId).not.toBe('');
  }
  expect(await read(stranger.id)).toEqual([]);
});

test('a changed password ends every session but this one, mails the holder and is audited', async () => {
  const company = await portal().makeCompany();
  const { superAdmin } = company;
  const here = new Browser(portal());
  const elsewhere = new Browser(portal());
  const credentials = { email: superAdmin.email, password: testPassword };
  for (const browser of [here, elsewhere]) await browser.call('/session/sign-in', { body: credentials });
  const headers = { authorization: `Bearer ${await here.fetchToken()}` };
  const answer = await here.call('/session/password', { headers, body: { password: testPassword, newPassword } });
  expect(answer).toMatchObject({ status: 200, body: { state: 'signedIn' } });
  expect((await here.call('/session')).body).toMatchObject({ state: 'signedIn' });
  expect((await elsewhere.call('/session')).body).toMatchObject({ state: 'signedOut' });
  expect((await signIn(superAdmin.email, testPassword)).status).toBe(401);
  expect((await signIn(superAdmin.email, newPassword)).status).toBe(200);
  await waitForMail(portal(), superAdmin.email, /password was changed$/);
  const noted = await portal().database.inCompany(company.id, (tx) =>
    runSql(tx, `${entries} where entity_id = $1`, [superAdmin.accountId]),
  );
  expect(noted).toContainEqual(
    expect.objectContaining({ action: 'account.password-changed', actorEmail: superAdmin.email }),
  );
});

test('a changed password renews the session: what knows its former cookie or token is refused', async () => {
  const { superAdmin } = await portal().makeCompany();
  const here = new Browser(portal());
  await here.post('/session/sign-in', { email: superAdmin.email, password: testPassword });
  const former = here.copy();
  const token = await here.fetchToken();
  const listCurrent = async (bearer = '') => {
    const { status, body } = await here.call('/session/sessions', { headers: { authorization: `Bearer ${bearer}` } });
    const current = status === 200 ? (body as ListedSession[]).find(({ isCurrent }) => isCurrent) : undefined;
    return { status, current };
  };
  const before = await listCurrent(token);
  const headers = { authorization: `Bearer ${token}` };
  const body = { password: testPassword, newPassword };
  expect((await here.call('/session/password', { headers, body })).status).toBe(200);
  expect((await former.call('/session')).body).toMatchObject({ state: 'signedOut' });
  expect(await former.fetchToken()).toBeUndefined();
  expect((await listCurrent(token)).status).toBe(401);
  const after = await listCurrent(await here.fetchToken());
  expect(after.status).toBe(200);
  expect(after.current?.id).not.toBe(before.current?.id);
  // The thirty days of a session still count from its sign-in.
  expect(after.current?.signedInAt).toBe(before.current?.signedInAt);
});

test('a password changed by a token without the cookie of its session ends that session too', async () => {
  const { superAdmin } = await portal().makeCompany();
  const browser = new Browser(portal());
  await browser.post('/session/sign-in', { email: superAdmin.email, password: testPassword });
  const headers = { authorization: `Bearer ${await browser.fetchToken()}` };
  const body = { password: testPassword, newPassword };
  const answer = await portal().call('/session/password', { headers, body });
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect((await browser.call('/session')).body).toMatchObject({ state: 'signedOut' });
});

test('a wrong present password changes nothing, and after five the right one has to wait', async () => {
  const { superAdmin } = await portal().makeCompany();
  const change = (password: string) =>
    portal().call('/session/password', { as: superAdmin, body: { password, newPassword } });
  for (let time = 0; time < 5; time += 1) {
    expect(await change('Wrong-2026!')).toMatchObject({
      status: 422,
      body: { code: 'session.wrong-password', fields: [{ path: 'password' }] },
    });
  }
  expect(await change(testPassword)).toMatchObject({ status: 429, body: { code: 'session.too-many-attempts' } });
  expect((await signIn(superAdmin.email, testPassword)).status).toBe(200);
});

test.each([
  [testPassword, 'session.same-password'],
  ['Password1!', 'session.guessable-password'],
  ['short', 'request.invalid'],
])('%s is no new password: %s', async (chosen, code) => {
  const { superAdmin } = await portal().makeCompany();
  const answer = await portal().call('/session/password', {
    as: superAdmin,
    body: { password: testPassword, newPassword: chosen },
  });
  expect(answer).toMatchObject({ status: 422, body: { code, fields: [{ path: 'newPassword' }] } });
  expect((await signIn(superAdmin.email, testPassword)).status).toBe(200);
});

test('a guessable password is refused by the code of the mail, which stays valid for another one', async () => {
  const { superAdmin } = await portal().makeCompany();
  await portal().call('/session/forgot-password', { body: { email: superAdmin.email } });
  const code = await waitForCode(portal(), superAdmin.email, /^Reset your/);
  const reset = (password: string) =>
    portal().call('/session/reset-password', { body: { email: superAdmin.email, code, password } });
  expect(await reset('P@ssw0rd')).toMatchObject({
    status: 422,
    body: { code: 'session.guessable-password', fields: [{ path: 'password' }] },
  });
  expect((await reset(newPassword)).status).toBe(200);
});
