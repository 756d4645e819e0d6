import { beforeAll, expect, test } from 'vitest';
import { Browser } from '#server/testing/browser.ts';
import { sendRaw } from '#server/testing/sweeps/raw-call.ts';
import { testPassword, useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let user: TestUser;

beforeAll(async () => {
  const { id } = await portal().makeCompany({ name: 'Acme' });
  user = await portal().makeUser(id, { roles: ['User', 'TechnicalUser'] });
});

async function openBrowser(email = user.email): Promise<Browser> {
  const browser = new Browser(portal());
  await browser.post('/session/sign-in', { email, password: testPassword });
  return browser;
}

test('the session cookie is out of reach of scripts and of other sites, and holds no token', async () => {
  const { headers } = await portal().call('/session/sign-in', { body: { email: user.email, password: testPassword } });
  const cookies = headers.getSetCookie().filter((cookie) => !/max-age=0/i.test(cookie));
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=(?:Lax|Strict)/i);
    expect(cookie).toMatch(/; Path=\//i);
    expect(cookie).not.toMatch(/Domain=/i);
    expect(cookie).not.toContain('eyJ');
  }
});

test('a token lasts five minutes, to the second', async () => {
  const browser = await openBrowser();
  const { body } = await browser.post('/session/token');
  const { token, expiresAt } = body as { token: string; expiresAt: string };
  expect(Date.parse(expiresAt) - portal().clock.now().getTime()).toBeGreaterThan(290_000);
  const call = () => portal().call('/session/user', { headers: { authorization: `Bearer ${token}` } });
  expect((await call()).status).toBe(200);
  portal().clock.advance(301_000);
  expect(await call()).toMatchObject({ status: 401, body: { code: 'session.required', message: 'Please sign in.' } });
  portal().clock.advance(-301_000);
});

test('a token brings the user along where that is asked for, in a company of theirs and no other', async () => {
  const browser = await openBrowser();
  const alone = (await browser.post('/session/token')).body;
  expect(alone).not.toHaveProperty('user');
  const { body: own } = await portal().call('/session/user', { as: user });
  const ask = async (companyId?: string) => {
    const headers = { cookie: user.cookie, ...(companyId !== undefined && { 'x-company': companyId }) };
    return portal().call('/session/token?with=user', { method: 'POST', headers });
  };
  expect((await ask()).body).toMatchObject({ user: own });
  expect((await ask(user.companyId)).body).toMatchObject({ user: own });
  const { id: foreign } = await portal().makeCompany();
  const elsewhere = await ask(foreign);
  expect(elsewhere).toMatchObject({ status: 200, body: { token: expect.any(String) } });
  expect(elsewhere.body).not.toHaveProperty('user');
  expect((await ask('garbage')).status).toBe(401);
  expect((await portal().call('/session/token?with=user', { method: 'POST' })).status).toBe(401);
});

test('the signed-in user is answered with account and company', async () => {
  const { status, body } = await portal().call('/session/user', { as: user });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      id: user.id,
      email: user.email,
      companyName: 'Acme',
      roles: ['User', 'TechnicalUser'],
      timeZone: 'Europe/Tallinn',
      hasTwoFactor: false,
      pendingEmail: null,
    },
  });
});

test('signing out ends the session and its tokens', async () => {
  const browser = await openBrowser();
  const authorization = `Bearer ${await browser.fetchToken()}`;
  expect((await browser.call('/session')).body).toMatchObject({ state: 'signedIn' });
  expect((await browser.post('/session/sign-out')).body).toEqual({ state: 'signedOut' });
  expect((await browser.call('/session')).body).toEqual({ state: 'signedOut' });
  expect((await portal().call('/users', { headers: { authorization } })).status).toBe(401);
});

test('a sign-in ends the session that its browser had, and no other', async () => {
  const [browser, other] = [await openBrowser(), await openBrowser()];
  const [former, elsewhere] = [await browser.fetchToken(), await other.fetchToken()];
  const call = (token?: string) => portal().call('/session/user', { headers: { authorization: `Bearer ${token}` } });
  await browser.post('/session/sign-in', { email: user.email, password: 'Wrong-2026!' });
  expect((await call(former)).status).toBe(200);
  await browser.post('/session/sign-in', { email: user.email, password: testPassword });
  expect((await call(former)).status).toBe(401);
  expect((await call(await browser.fetchToken())).status).toBe(200);
  expect((await call(elsewhere)).status).toBe(200);
});

test('signing out everywhere ends all tokens of the account at once, and no other', async () => {
  const own = await portal().makeUser(user.companyId);
  const [one, other] = [await openBrowser(own.email), await openBrowser(own.email)];
  const tokens = [await one.fetchToken(), await other.fetchToken()];
  await portal().call('/session/sign-out-everywhere', { as: own, method: 'POST' });
  for (const token of [...tokens, own.token]) {
    expect((await portal().call('/users', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  }
  expect((await other.call('/session')).body).toEqual({ state: 'signedOut' });
  expect((await portal().call('/users', { as: user })).status).toBe(200);
});

test('another site’s page can neither sign in nor fetch a token', async () => {
  const headers = { origin: 'https://evil.example', cookie: user.cookie };
  const refused = { status: 403, body: { code: 'request.foreign-origin' } };
  expect(await portal().call('/session/token', { method: 'POST', headers })).toMatchObject(refused);
  const body = { email: user.email, password: testPassword };
  expect(await portal().call('/session/sign-in', { body, headers })).toMatchObject(refused);
});

test('the same host by another scheme is another site', async () => {
  const headers = { origin: portal().url.replace('http:', 'https:'), cookie: user.cookie };
  expect(await portal().call('/session/token', { method: 'POST', headers })).toMatchObject({ status: 403 });
});

test('a page of another name that leads to this machine can neither sign in nor fetch a token', async () => {
  for (const host of ['rebind.evil.example', `rebind.evil.example:${new URL(portal().url).port}`]) {
    const headers = { host, origin: `http://${host}`, 'content-type': 'application/json', cookie: user.cookie };
    const call = { method: 'POST', path: '/api/session/token', headers };
    expect(await sendRaw(portal().url, call)).toMatchObject({ status: 403 });
    const body = JSON.stringify({ email: user.email, password: testPassword });
    expect(await sendRaw(portal().url, { ...call, path: '/api/session/sign-in', body })).toMatchObject({ status: 403 });
  }
});

test('the portal’s own page can', async () => {
  const headers = { origin: portal().url, cookie: user.cookie };
  expect((await portal().call('/session/token', { method: 'POST', headers })).status).toBe(200);
});

test('the published keys hold nothing private', async () => {
  const { body } = await portal().call('/session/jwks');
  const { keys } = body as { keys: Record<string, unknown>[] };
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) {
    expect(Object.keys(key)).toEqual(expect.arrayContaining(['kty', 'kid']));
    for (const name of ['d', 'k', 'p', 'q']) expect(key).not.toHaveProperty(name);
  }
});
