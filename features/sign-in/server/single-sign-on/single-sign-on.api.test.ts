import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SingleSignOn } from '#features/sign-in/contract/single-sign-on.ts';
import { oidcClientId, oidcClientSecret } from '#server/outside/identity/testing/oidc-issuer.ts';
import { readAuthenticator } from '#server/testing/authenticator.ts';
import { Browser } from '#server/testing/browser.ts';
import { readMails, waitForMail } from '#server/testing/caught-mail.ts';
import { testPassword, type TestUser } from '#server/testing/test-portal.ts';
import { toAnswer, useSignOn } from './testing/use-sign-on.ts';

const { portal, issuer, texts, save, runTest, makeSignedOn, start, signOn } = useSignOn();

async function whoIs(browser: Browser, headers: Record<string, string> = {}) {
  const token = await browser.fetchToken();
  return portal().call('/session/user', { headers: { authorization: `Bearer ${token ?? 'a.b.c'}`, ...headers } });
}

async function addSecondFactor(user: TestUser): Promise<() => string> {
  const setUp = await portal().call('/session/two-factor', { as: user, body: { password: testPassword } });
  const { secret } = setUp.body as { secret: string };
  const readCode = () => readAuthenticator(secret, portal().clock.now());
  await portal().call('/session/two-factor/confirm', { as: user, body: { code: readCode() } });
  return readCode;
}

test('a company sets its issuer: the secret is never answered, the domain counts once its record is there', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const empty = (await portal().call('/company/single-sign-on', { as: superAdmin })).body as SingleSignOn;
  expect(empty).toMatchObject({
    issuer: '',
    domains: [],
    version: 1,
    redirectUri: `http://portal.test/single-sign-on/${id}`,
  });
  const saved = await save(superAdmin, { domains: ['first.example'], version: 1 });
  expect(saved).toMatchObject({ status: 200, body: { issuer: issuer().issuer, hasClientSecret: true, version: 2 } });
  expect(JSON.stringify(saved.body)).not.toContain(oidcClientSecret);
  const before = await runTest(superAdmin);
  expect([before.outcome, before.singleSignOn.domains[0]?.verifiedAt]).toEqual(['ok', null]);
  expect(await new Browser(portal()).post('/session/single-sign-on', { email: 'ann@first.example' })).toMatchObject({
    status: 422,
    body: { code: 'session.no-single-sign-on' },
  });
  // The secret of one issuer is not sent to another.
  const moved = await save(superAdmin, { issuer: 'https://issuer.example', clientSecret: undefined });
  expect(moved).toMatchObject({ status: 422, body: { fields: [{ path: 'clientSecret' }] } });
  await save(superAdmin, { clientSecret: 'wrong' });
  expect((await runTest(superAdmin)).outcome).toBe('wrong-client');
  await save(superAdmin, { issuer: 'http://127.0.0.1:9', clientSecret: 'any' });
  expect((await runTest(superAdmin)).outcome).toBe('not-allowed');
  const { entries } = (await portal().call('/audit?entity=singleSignOn', { as: superAdmin })).body as {
    entries: object[];
  };
  expect(entries.length).toBe(3);
  expect(JSON.stringify(entries)).not.toContain(oidcClientSecret);
  expect((await portal().call('/company/single-sign-on', { as: superAdmin, method: 'DELETE' })).body).toMatchObject({
    issuer: '',
  });
});

test('a domain belongs to one company', async () => {
  await makeSignedOn('taken.example');
  const { superAdmin } = await portal().makeCompany();
  const { body } = await save(superAdmin, { domains: ['taken.example'] });
  const [{ recordName = '', recordText = '' } = {}] = (body as SingleSignOn).domains;
  texts.set(recordName, [recordText]);
  expect(await portal().call('/company/single-sign-on/test', { as: superAdmin, method: 'POST' })).toMatchObject({
    status: 409,
    body: { code: 'single-sign-on.domain-taken' },
  });
});

test('a user signs in through the issuer’s pages, once for each answer, and in the browser that began', async () => {
  const { id } = await makeSignedOn('acme.example');
  const ann = await portal().makeUser(id, { email: 'ann@acme.example' });
  const browser = new Browser(portal());
  const address = new URL(await start(browser, 'Ann@ACME.example'));
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    response_type: 'code',
    redirect_uri: `http://portal.test/single-sign-on/${id}`,
    code_challenge_method: 'S256',
    login_hint: 'ann@acme.example',
  });
  const callback = await issuer().visit(address.href, ann.email);
  const answer = toAnswer(callback);
  const finish = (as: Browser, changes = {}) => as.post('/session/single-sign-on/finish', { ...answer, ...changes });
  // Another browser, with no flow or one of its own: the answer of a stranger opens no session.
  const other = new Browser(portal());
  const outOfTurn = { status: 409, body: { code: 'session.step-out-of-turn' } };
  expect(await finish(other)).toMatchObject(outOfTurn);
  await start(other, ann.email);
  expect(await finish(other)).toMatchObject(outOfTurn);
  const { headers, ...step } = await finish(browser);
  expect(step).toMatchObject({ status: 200, body: { state: 'signedIn', email: ann.email } });
  expect(headers.getSetCookie().join()).toMatch(/HttpOnly/);
  expect(await whoIs(browser)).toMatchObject({ status: 200, body: { email: ann.email, companyId: id } });
  expect(await finish(browser)).toMatchObject(outOfTurn);
});

test.each([
  ['another state', { state: 'other' }, 'session.step-out-of-turn'],
  ['another issuer', { iss: 'https://evil.example' }, 'session.sign-on-unsound'],
  ['no issuer, though this one names itself', { iss: undefined }, 'session.sign-on-unsound'],
  ['another code', { code: 'other' }, 'session.sign-on-unsound'],
  ['a cancelled sign-in', { code: undefined, error: 'access_denied' }, 'session.issuer-refused'],
])('an answer with %s opens no session', async (_name, changes, code) => {
  const domain = `d${randomUUID()}.example`;
  const { id } = await makeSignedOn(domain);
  const ann = await portal().makeUser(id, { email: `ann@${domain}` });
  const browser = new Browser(portal());
  const callback = await issuer().visit(await start(browser, ann.email), ann.email);
  const step = await browser.post('/session/single-sign-on/finish', { ...toAnswer(callback), ...changes });
  expect(step.body).toMatchObject({ code });
  expect(await browser.fetchToken()).toBeUndefined();
});

test('no user is linked or created by an address that is unverified, foreign or unknown', async () => {
  const { id } = await makeSignedOn('strict.example');
  await portal().makeUser(id, { email: 'unverified@strict.example' });
  await portal().makeUser(id, { email: 'ann@elsewhere.example' });
  const codeOf = async (login: string) =>
    ((await signOn(new Browser(portal()), 'any@strict.example', login)).step.body as { code?: string }).code;
  expect(await codeOf('unverified@strict.example')).toBe('session.email-unverified');
  expect(await codeOf('ann@elsewhere.example')).toBe('session.foreign-domain');
  expect(await codeOf('unknown@strict.example')).toBe('session.no-user');
});

test('the session of a company’s issuer opens no other company of the account, and a link follows no other account', async () => {
  const { id, superAdmin } = await makeSignedOn('bound.example');
  const elsewhere = await portal().makeCompany();
  const ann = await portal().makeUser(id, { email: 'ann@bound.example', roles: ['Admin'] });
  const form = { firstName: 'A', lastName: 'B', company: 'C', sapId: 'S', roles: ['SuperAdmin'], email: ann.email };
  expect((await portal().call('/users', { as: elsewhere.superAdmin, body: form })).status).toBe(201);
  const browser = new Browser(portal());
  await signOn(browser, ann.email);
  const own = await whoIs(browser);
  expect(own).toMatchObject({ status: 200, body: { companyId: id, companies: [{ id }] } });
  expect((own.body as { companies: object[] }).companies).toHaveLength(1);
  expect((await whoIs(browser, { 'x-company': elsewhere.id })).status).toBe(401);
  const password = { authorization: `Bearer ${ann.token}`, 'x-company': elsewhere.id };
  expect((await portal().call('/session/user', { headers: password })).status).toBe(200);
  // The user passes to another person's address: the subject is not this user any more.
  const renamed = { ...form, roles: ['Admin'], email: 'bob@bound.example' };
  expect((await portal().call(`/users/${ann.id}`, { as: superAdmin, body: renamed })).status).toBe(200);
  expect((await signOn(new Browser(portal()), ann.email)).step.body).toMatchObject({ code: 'session.no-user' });
});

test('where it is demanded, passwords, resets and older sessions are closed but for break-glass', async () => {
  const { id, superAdmin } = await makeSignedOn('demand.example');
  const ann = await portal().makeUser(id, { email: 'ann@demand.example' });
  const domains = ['demand.example'];
  const demand = (breakGlass: string[]) => save(superAdmin, { domains, isDemanded: true, breakGlass });
  const refused = { status: 409, body: { code: 'single-sign-on.no-break-glass' } };
  expect(await demand([])).toMatchObject(refused);
  expect(await demand([superAdmin.id])).toMatchObject(refused);
  expect(await save(superAdmin, { isDemanded: true, breakGlass: [superAdmin.id] })).toMatchObject({
    status: 409,
    body: { code: 'single-sign-on.no-domain' },
  });
  const readCode = await addSecondFactor(superAdmin);
  expect(await demand([superAdmin.id, ann.id])).toMatchObject(refused);
  expect(await demand([superAdmin.id])).toMatchObject({ status: 200, body: { isDemanded: true } });

  expect((await portal().call('/session/user', { as: ann })).status).toBe(401);
  const signIn = (email: string, password = testPassword) =>
    new Browser(portal()).post('/session/sign-in', { email, password });
  expect(await signIn(ann.email)).toMatchObject({ status: 403, body: { code: 'session.single-sign-on-required' } });
  // Before the right password nothing is said.
  expect(await signIn(ann.email, 'Wrong-Horse-7')).toMatchObject({ body: { code: 'session.wrong-credentials' } });
  expect((await portal().call('/session/forgot-password', { body: { email: ann.email } })).status).toBe(200);
  const browser = new Browser(portal());
  expect((await signOn(browser, ann.email)).step).toMatchObject({ status: 200 });
  const closed = { isPasswordClosed: true, isSingleSignOnDemanded: true };
  expect(await whoIs(browser)).toMatchObject({ status: 200, body: closed });
  const change = await browser.call('/session/password', {
    headers: { authorization: `Bearer ${await browser.fetchToken()}` },
    body: { password: testPassword, newPassword: 'Changed-2027!' },
  });
  expect(change).toMatchObject({ status: 403, body: { code: 'session.single-sign-on-required' } });

  portal().clock.advance(30_000);
  const glass = new Browser(portal());
  await glass.post('/session/sign-in', { email: superAdmin.email, password: testPassword });
  const confirmed = await glass.post('/session/confirm-sign-in', { method: 'totp', code: readCode() });
  expect(confirmed).toMatchObject({ status: 200, body: { state: 'signedIn' } });
  expect(await whoIs(glass)).toMatchObject({ status: 200, body: { ...closed, isPasswordClosed: false } });
  await waitForMail(portal(), superAdmin.email, /emergency sign-in/);
  const { entries } = (await portal().call('/audit?entity=account', { as: superAdmin })).body as {
    entries: { action: string }[];
  };
  expect(entries.map(({ action }) => action)).toContain('account.break-glass');
  const mails = await readMails(portal(), ann.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Sign in to Steward with single sign-on']);
  expect(mails[0]?.text).not.toMatch(/\d{6}/);

  expect((await portal().call('/company/single-sign-on', { as: superAdmin, method: 'DELETE' })).status).toBe(200);
  expect((await whoIs(browser)).status).toBe(401);
  expect((await portal().call('/session/user', { as: ann })).status).toBe(200);
});

test('signing out leads to the issuer, whose back-channel ends its other sessions at once', async () => {
  const { id } = await makeSignedOn('leave.example');
  const ann = await portal().makeUser(id, { email: 'ann@leave.example' });
  const cookies = new Map<string, string>();
  const [browser, other] = [new Browser(portal()), new Browser(portal())];
  await signOn(browser, ann.email, ann.email, cookies);
  await signOn(other, ann.email);
  const token = (await browser.fetchToken()) ?? '';
  const { body } = await new Browser(portal()).post('/session/sign-out');
  expect(body).toEqual({ state: 'signedOut' });
  const call = () => portal().call('/session/user', { headers: { authorization: `Bearer ${token}` } });
  expect((await call()).status).toBe(200);
  const signedOut = (await browser.post('/session/sign-out')).body as { issuerSignOut: string };
  expect(Object.fromEntries(new URL(signedOut.issuerSignOut).searchParams)).toMatchObject({
    post_logout_redirect_uri: 'http://portal.test/login',
    id_token_hint: expect.stringMatching(/^ey/) as string,
  });
  expect((await call()).status).toBe(401);

  await signOn(browser, ann.email, ann.email, new Map());
  const left = new Browser(portal());
  const own = new Map<string, string>();
  await signOn(left, ann.email, ann.email, own);
  const leftToken = (await left.fetchToken()) ?? '';
  const form = await issuer().signOut(`${issuer().issuer}/session/end?client_id=${oidcClientId}`, own);
  const send = (text: string) =>
    portal().call('/session/single-sign-on/sign-out', {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const refused = { status: 400, body: { code: 'session.sign-out-token' } };
  expect(await send('logout_token=a.b.c')).toMatchObject(refused);
  const forged = form.replace(/.{10}$/, 'AAAAAAAAAA');
  expect(await send(forged)).toMatchObject(refused);
  expect((await send(form)).status).toBe(204);
  const leftCall = await portal().call('/session/user', { headers: { authorization: `Bearer ${leftToken}` } });
  expect(leftCall.status).toBe(401);
  expect((await whoIs(other)).status).toBe(200);
  expect(await send(form)).toMatchObject(refused);
});

test('an issuer that does not answer is named as such', async () => {
  const { superAdmin } = await makeSignedOn('gone.example');
  await save(superAdmin, { issuer: 'https://127.0.0.1', domains: ['gone.example'] });
  expect(await new Browser(portal()).post('/session/single-sign-on', { email: 'a@gone.example' })).toMatchObject({
    status: 503,
    body: { code: 'session.issuer-unreachable' },
  });
});
