import { expect, test } from 'vitest';
import { agreementVersion } from '#features/sign-in/contract/session-forms.ts';
import type { SingleSignOn } from '#features/sign-in/contract/single-sign-on.ts';
import { emulatedCode, startCognitoEmulator } from '#server/outside/identity/testing/cognito-emulator.ts';
import { readAuthenticator } from '#server/testing/authenticator.ts';
import { Browser } from '#server/testing/browser.ts';
import { waitForMail } from '#server/testing/caught-mail.ts';
import { testPassword, type TestUser } from '#server/testing/test-portal.ts';
import { usePool } from './testing/use-pool.ts';

const { portal, pool, save, test: testPool, makeSignedOn } = usePool(startCognitoEmulator);
const password = 'Pool-secret-2026!';
const newPassword = 'Pool-changed-2026!';

const signIn = (browser: Browser, email: string, tried = password) =>
  browser.post('/session/sign-in', { email, password: tried });

async function whoIs(browser: Browser, headers: Record<string, string> = {}) {
  const token = await browser.fetchToken();
  return portal().call('/session/user', { headers: { authorization: `Bearer ${token ?? 'a.b.c'}`, ...headers } });
}

/** A company with the first pool, and a person in both. */
async function makePerson(domain: string, isTemporary = false) {
  const company = await makeSignedOn(domain, pool().pools[0]);
  const user = await portal().makeUser(company.id, { email: `ann@${domain}` });
  await pool().makeUser(pool().pools[0], { email: user.email, password, isTemporary });
  return { ...company, user };
}

test('a company sets its user pool, by region and IDs; its secret is never answered, and a test shows what is wrong', async () => {
  const { superAdmin } = await portal().makeCompany();
  const [first] = pool().pools;
  const saved = await save(superAdmin, first, { domains: ['set.example'] });
  expect(saved).toMatchObject({
    status: 200,
    body: {
      kind: 'cognito',
      issuer: `${pool().endpoint}/${first.userPoolId}`,
      clientId: first.clientId,
      hasClientSecret: true,
    },
  });
  expect(JSON.stringify(saved.body)).not.toContain(first.clientSecret);
  expect((await testPool(superAdmin)).body).toMatchObject({ outcome: 'ok' });
  // The secret of one pool is not sent to another.
  const { clientSecret, ...withoutSecret } = pool().pools[1];
  expect(clientSecret).not.toBe(first.clientSecret);
  expect(await save(superAdmin, withoutSecret)).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'clientSecret' }] },
  });
  await save(superAdmin, { ...first, clientId: 'unknown' });
  expect((await testPool(superAdmin)).body).toMatchObject({ outcome: 'wrong-client' });
  expect(await save(superAdmin, { ...first, userPoolId: 'eu-west-1_AbC123' })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'userPoolId', message: 'The user pool ID begins with its region.' }] },
  });
});

test('a user signs in with a password of the pool into a session of the portal, which opens this company alone', async () => {
  const { id, user, superAdmin } = await makePerson('in.example');
  const elsewhere = await portal().makeCompany();
  const form = { firstName: 'A', lastName: 'B', company: 'C', sapId: 'S', roles: ['SuperAdmin'], email: user.email };
  expect((await portal().call('/users', { as: elsewhere.superAdmin, body: form })).status).toBe(201);
  const browser = new Browser(portal());
  const signedIn = await signIn(browser, 'Ann@IN.example');
  expect(signedIn).toMatchObject({ status: 200, body: { state: 'signedIn', email: user.email } });
  expect(JSON.stringify([signedIn.body, [...signedIn.headers]])).not.toMatch(/eyJ/);
  const own = await whoIs(browser);
  expect(own).toMatchObject({ status: 200, body: { email: user.email, companyId: id, roles: ['User'] } });
  expect((await whoIs(browser, { 'x-company': elsewhere.id })).status).toBe(401);
  // The portal's own password stays until single sign-on is demanded.
  expect((await signIn(new Browser(portal()), user.email, testPassword)).status).toBe(200);
  const readLog = async (as: TestUser) => JSON.stringify((await portal().call('/audit?entity=account', { as })).body);
  expect(await readLog(superAdmin)).toContain('account.sign-in');
  expect(await readLog(elsewhere.superAdmin)).not.toContain('account.');
  expect((await browser.post('/session/sign-out')).body).toEqual({ state: 'signedOut' });
  expect(await browser.fetchToken()).toBeUndefined();
});

test('a wrong password and an unknown user are answered alike, and lock alike', async () => {
  const { user } = await makePerson('alike.example');
  for (const email of [user.email, 'unknown@alike.example']) {
    const browser = new Browser(portal());
    for (let time = 0; time < 5; time += 1) {
      const { status, body } = await signIn(browser, email, 'Wrong-Horse-7');
      expect({ status, code: (body as { code: string }).code }).toEqual({
        status: 401,
        code: 'session.wrong-credentials',
      });
    }
    expect(await signIn(browser, email)).toMatchObject({ status: 429, body: { code: 'session.too-many-attempts' } });
  }
});

test('no user is created: one whom the pool knows and the company does not is said so', async () => {
  await makeSignedOn('nouser.example', pool().pools[0]);
  await pool().makeUser(pool().pools[0], { email: 'bob@nouser.example', password });
  expect(await signIn(new Browser(portal()), 'bob@nouser.example')).toMatchObject({
    status: 403,
    body: { code: 'session.no-user' },
  });
});

test('the user of another company’s pool signs in nowhere else', async () => {
  await makeSignedOn('second.example', pool().pools[1]);
  await pool().makeUser(pool().pools[1], { email: 'ann@first-only.example', password });
  const { id } = await makeSignedOn('first-only.example', pool().pools[0]);
  const ann = await portal().makeUser(id, { email: 'ann@first-only.example' });
  expect(await signIn(new Browser(portal()), ann.email)).toMatchObject({ status: 401 });
});

test('a temporary password opens nothing but the change of it', async () => {
  const { user } = await makePerson('temporary.example', true);
  const browser = new Browser(portal());
  expect((await signIn(browser, user.email)).body).toEqual({ state: 'requireNewPassword', email: user.email });
  expect(await browser.fetchToken()).toBeUndefined();
  expect((await browser.call('/session')).body).toMatchObject({ state: 'requireNewPassword' });
  // Another browser has no part in it.
  expect((await new Browser(portal()).post('/session/new-password', { password: newPassword })).status).toBe(401);
  const replaced = await browser.post('/session/new-password', { password: newPassword });
  expect(replaced).toMatchObject({ status: 200, body: { state: 'signedIn' } });
  expect((await whoIs(browser)).status).toBe(200);
  expect((await browser.post('/session/new-password', { password: newPassword })).status).toBe(409);
  expect((await signIn(new Browser(portal()), user.email, newPassword)).status).toBe(200);
});

test('where the pool is demanded, the portal’s own passwords are closed, and the pool stays open', async () => {
  const { superAdmin, user } = await makePerson('demand.example');
  const setUp = await portal().call('/session/two-factor', { as: superAdmin, body: { password: testPassword } });
  const code = readAuthenticator((setUp.body as { secret: string }).secret, portal().clock.now());
  await portal().call('/session/two-factor/confirm', { as: superAdmin, body: { code } });
  const demand = { domains: ['demand.example'], isDemanded: true, breakGlass: [superAdmin.id] };
  const saved = await save(superAdmin, pool().pools[0], demand);
  expect(saved.body as SingleSignOn).toMatchObject({ isDemanded: true });
  const former = { status: 403, body: { code: 'session.pool-password-required' } };
  expect(await signIn(new Browser(portal()), user.email, testPassword)).toMatchObject(former);
  expect((await signIn(new Browser(portal()), user.email, 'Wrong-Horse-7')).status).toBe(401);
  const browser = new Browser(portal());
  expect((await signIn(browser, user.email)).status).toBe(200);
  expect((await browser.post('/session/single-sign-on', { email: user.email })).body).toEqual({
    address: 'http://portal.test/login',
  });
  expect((await signIn(new Browser(portal()), superAdmin.email, testPassword)).body).toMatchObject({
    state: 'confirmSignIn',
  });
});

test('a code of the app confirms the sign-in, in the browser that began', async () => {
  const { user } = await makePerson('totp.example');
  const [{ clientId }] = pool().pools;
  const tokens = await pool().call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: user.email, PASSWORD: password },
  });
  const { AccessToken } = tokens['AuthenticationResult'] as { AccessToken: string };
  const { SecretCode } = await pool().call('AssociateSoftwareToken', { AccessToken });
  const readCode = () => readAuthenticator(String(SecretCode), new Date());
  await pool().call('VerifySoftwareToken', { AccessToken, UserCode: readCode() });

  const browser = new Browser(portal());
  const waiting = { state: 'confirmSignIn', email: user.email, codeFrom: 'app' };
  expect((await signIn(browser, user.email)).body).toEqual(waiting);
  expect((await browser.call('/session')).body).toEqual(waiting);
  expect(await browser.fetchToken()).toBeUndefined();
  const confirm = (as: Browser, code: string) => as.post('/session/confirm-sign-in', { method: 'totp', code });
  expect(await confirm(new Browser(portal()), readCode())).toMatchObject({ status: 409 });
  expect(await confirm(browser, '000000')).toMatchObject({ status: 422, body: { code: 'session.wrong-code' } });
  expect(await confirm(browser, readCode())).toMatchObject({ status: 200, body: { state: 'signedIn' } });
  expect((await whoIs(browser)).status).toBe(200);
});

const signUpForm = (email: string) => ({
  email,
  firstName: 'Ann',
  lastName: 'Long',
  company: 'Acme',
  password,
  termsConditions: true,
  dataProcessing: true,
});

test('a sign-up goes to the pool of the domain, is confirmed by its code, and makes no company', async () => {
  const { id, superAdmin } = await makeSignedOn('join.example', pool().pools[0]);
  const email = 'ann@join.example';
  const browser = new Browser(portal());
  const signedUpAt = portal().clock.now();
  const signedUp = await browser.post('/session/sign-up', signUpForm(email));
  expect(signedUp).toMatchObject({ status: 200, body: { state: 'confirmSignUp', email } });
  const { UserAttributes } = await pool().call('AdminGetUser', {
    UserPoolId: pool().pools[0].userPoolId,
    Username: email,
  });
  expect(UserAttributes).toEqual(
    expect.arrayContaining([
      { Name: 'name', Value: 'Ann' },
      { Name: 'family_name', Value: 'Long' },
      { Name: 'custom:company', Value: 'Acme' },
    ]),
  );
  const recorded = await portal().call('/audit?entity=account', { as: superAdmin });
  expect((recorded.body as { entries: object[] }).entries).toContainEqual(
    expect.objectContaining({
      action: 'account.pool-sign-up',
      date: portal().clock.now().toISOString(),
      actor: { name: 'Ann Long', email, company: null },
      after: { email, termsConditions: agreementVersion, dataProcessing: agreementVersion },
    }),
  );
  // It signs in nowhere before the code; the same address again is answered alike, and its owner is notified.
  expect((await signIn(browser, email)).body).toEqual({ state: 'confirmSignUp', email });
  const again = await new Browser(portal()).post('/session/sign-up', signUpForm(email));
  expect(again).toMatchObject({ status: 200, body: signedUp.body as object });
  await waitForMail(portal(), email, /./);
  const confirm = (code: string) => browser.post('/session/confirm-sign-up', { email, code });
  expect(await confirm('000000')).toMatchObject({ status: 422, body: { code: 'session.wrong-code' } });
  expect(await confirm(emulatedCode)).toMatchObject({ status: 200, body: { state: 'signedUp', email } });
  expect(await confirm(emulatedCode)).toMatchObject({ status: 422 });

  portal().clock.advance(1000);
  // The emulator does not verify the address with that, as AWS does: the sign-in asks for the code of the address.
  await portal().makeUser(id, { email });
  expect((await signIn(browser, email)).body).toEqual({ state: 'confirmSignUp', email });
  expect((await browser.call('/session')).body).toMatchObject({ state: 'confirmSignUp', email });
  expect(await browser.fetchToken()).toBeUndefined();
  expect((await browser.post('/session/resend-code', { email })).status).toBe(429);
  expect(await confirm('000000')).toMatchObject({ status: 422, body: { code: 'session.wrong-code' } });
  expect(await confirm(emulatedCode)).toMatchObject({ status: 200, body: { state: 'signIn', email } });
  expect((await signIn(browser, email)).body).toMatchObject({ state: 'signedIn' });
  expect(await whoIs(browser)).toMatchObject({ status: 200, body: { companyId: id } });
  const { rows } = await portal().database.systemPool.query<object>(
    `select document, version, accepted_at, g.company_id, (select count(*)::int from pool_agreements where email = $1) as waiting
     from agreements g join identity.accounts a on a.id = account_id where a.email = $1 order by document`,
    [email],
  );
  const accepted = { version: agreementVersion, accepted_at: signedUpAt, company_id: id, waiting: 0 };
  expect(rows).toMatchObject([accepted, accepted]);
});

test('a forgotten password is replaced at the pool by its code, and every session ends', async () => {
  const { user } = await makePerson('forgot.example');
  const browser = new Browser(portal());
  await signIn(browser, user.email);
  const token = (await browser.fetchToken()) ?? '';
  const known = await portal().call('/session/forgot-password', { body: { email: user.email } });
  const unknown = await portal().call('/session/forgot-password', { body: { email: 'none@forgot.example' } });
  expect([known.status, unknown.status]).toEqual([200, 200]);
  const reset = (code: string, email = user.email) =>
    portal().call('/session/reset-password', { body: { email, code, password: newPassword } });
  for (const email of [user.email, 'none@forgot.example']) {
    expect(await reset('000000', email)).toMatchObject({ status: 422, body: { code: 'session.wrong-code' } });
  }
  expect(await reset(emulatedCode)).toMatchObject({ status: 200, body: { state: 'signIn' } });
  const former = await portal().call('/session/user', { headers: { authorization: `Bearer ${token}` } });
  expect(former.status).toBe(401);
  expect((await signIn(new Browser(portal()), user.email)).status).toBe(401);
  expect((await signIn(new Browser(portal()), user.email, newPassword)).status).toBe(200);
  await waitForMail(portal(), user.email, /password was changed$/);
});

test('a signed-in user changes the password at the pool, and stays signed in here alone', async () => {
  const { user } = await makePerson('change.example');
  const [browser, other] = [new Browser(portal()), new Browser(portal())];
  await signIn(browser, user.email);
  await signIn(other, user.email);
  expect((await whoIs(browser)).body).toMatchObject({ isPoolSession: true });
  const otherToken = (await other.fetchToken()) ?? '';
  const changed = await browser.call('/session/password', {
    headers: { authorization: `Bearer ${(await browser.fetchToken()) ?? ''}` },
    body: { password, newPassword },
  });
  expect(changed).toMatchObject({ status: 200, body: { state: 'signedIn' } });
  expect((await whoIs(browser)).status).toBe(200);
  const former = await portal().call('/session/user', { headers: { authorization: `Bearer ${otherToken}` } });
  expect(former.status).toBe(401);
  expect((await signIn(new Browser(portal()), user.email)).status).toBe(401);
  expect((await signIn(new Browser(portal()), user.email, newPassword)).status).toBe(200);
  await waitForMail(portal(), user.email, /password was changed$/);
});

test('a person who is deleted at the pool is signed out within a quarter of an hour, in every browser', async () => {
  const { user } = await makePerson('deleted.example');
  const [browser, other] = [new Browser(portal()), new Browser(portal())];
  await signIn(browser, user.email);
  await signIn(other, user.email);
  const [token, otherToken] = [await browser.fetchToken(), await other.fetchToken()];
  await pool().call('AdminDeleteUser', { UserPoolId: pool().pools[0].userPoolId, Username: user.email });
  portal().clock.advance(4 * 60_000);
  expect((await whoIs(browser)).status).toBe(200);
  portal().clock.advance(6 * 60_000);
  expect(await browser.fetchToken()).toBeUndefined();
  for (const former of [token, otherToken]) {
    const headers = { authorization: `Bearer ${former ?? ''}` };
    expect((await portal().call('/session/user', { headers })).status).toBe(401);
  }
  expect(await other.fetchToken()).toBeUndefined();
});
