import { beforeAll, expect, test } from 'vitest';
import { readAuthenticator } from '#server/testing/authenticator.ts';
import { Browser } from '#server/testing/browser.ts';
import { testPassword, useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
const stepMs = 30_000;
let companyId: string;

beforeAll(async () => {
  companyId = (await portal().makeCompany()).id;
});

interface Holder {
  readonly user: TestUser;
  readonly recoveryCodes: string[];
  readonly secret: string;
  /** The current code of the authenticator app. */
  readCode(): string;
}

async function makeHolder(): Promise<Holder> {
  const user = await portal().makeUser(companyId);
  const setUp = await portal().call('/session/two-factor', { as: user, body: { password: testPassword } });
  const { secret, recoveryCodes } = setUp.body as { secret: string; recoveryCodes: string[] };
  const readCode = () => readAuthenticator(secret, portal().clock.now());
  const { status } = await portal().call('/session/two-factor/confirm', { as: user, body: { code: readCode() } });
  expect(status).toBe(200);
  return { user, secret, recoveryCodes, readCode };
}

async function signInHalf(email: string): Promise<Browser> {
  const browser = new Browser(portal());
  const step = await browser.post('/session/sign-in', { email, password: testPassword });
  expect(step).toMatchObject({ status: 200, body: { state: 'confirmSignIn' } });
  return browser;
}

const confirm = (browser: Browser, method: string, code: string) =>
  browser.post('/session/confirm-sign-in', { method, code });
const refused = { status: 422, body: { code: 'session.wrong-code' } };
const signedIn = { status: 200, body: { state: 'signedIn' } };

test('setting it up takes the password and a first code', async () => {
  const user = await portal().makeUser(companyId);
  const wrong = await portal().call('/session/two-factor', { as: user, body: { password: 'Wrong-Horse-7' } });
  expect(wrong).toMatchObject({
    status: 422,
    body: { code: 'session.wrong-password', fields: [{ path: 'password' }] },
  });
  await portal().call('/session/two-factor', { as: user, body: { password: testPassword } });
  expect((await portal().call('/session/user', { as: user })).body).toMatchObject({ hasTwoFactor: false });
  const code = { as: user, body: { code: '000000' } };
  expect(await portal().call('/session/two-factor/confirm', code)).toMatchObject(refused);
  const step = await portal().call('/session/sign-in', { body: { email: user.email, password: testPassword } });
  expect(step.body).toMatchObject({ state: 'signedIn' });
});

test('the code of the set-up is no sign-in’s, each code counts once, and there is no token before', async () => {
  const { user, readCode } = await makeHolder();
  const browser = await signInHalf(user.email);
  expect(await browser.fetchToken()).toBeUndefined();
  expect(await confirm(browser, 'totp', readCode())).toMatchObject(refused);
  portal().clock.advance(stepMs);
  const code = readCode();
  expect(await confirm(browser, 'totp', code)).toMatchObject(signedIn);
  expect(await browser.fetchToken()).toBeDefined();
  expect(await confirm(await signInHalf(user.email), 'totp', code)).toMatchObject(refused);
});

test('of two simultaneous uses of one code one counts', async () => {
  const { user, readCode } = await makeHolder();
  portal().clock.advance(stepMs);
  const browsers = [await signInHalf(user.email), await signInHalf(user.email)];
  const answers = await Promise.all(browsers.map((browser) => confirm(browser, 'totp', readCode())));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a mailed code is no second factor, because the mailbox also resets the password', async () => {
  const { user } = await makeHolder();
  const browser = await signInHalf(user.email);
  expect(await browser.post('/session/sign-in-code')).toMatchObject({ status: 404 });
  expect(await confirm(browser, 'email', '123456')).toMatchObject({ status: 422 });
});

test('a recovery code does once', async () => {
  const { user, recoveryCodes } = await makeHolder();
  const [code = '', next = ''] = recoveryCodes;
  expect(await confirm(await signInHalf(user.email), 'recovery', code)).toMatchObject(signedIn);
  const browser = await signInHalf(user.email);
  expect(await confirm(browser, 'recovery', code)).toMatchObject(refused);
  expect(await confirm(browser, 'recovery', next)).toMatchObject(signedIn);
});

test('ten wrong codes block, also the right one', async () => {
  const { user, readCode } = await makeHolder();
  const browser = await signInHalf(user.email);
  const statuses: number[] = [];
  for (let time = 0; time < 10; time += 1) statuses.push((await confirm(browser, 'totp', '000000')).status);
  expect(statuses.at(-1)).toBe(429);
  portal().clock.advance(stepMs);
  expect((await confirm(browser, 'totp', readCode())).status).toBe(429);
});

test('turning it off takes the password and a code', async () => {
  const { user, readCode } = await makeHolder();
  portal().clock.advance(stepMs);
  const disable = (body: object) => portal().call('/session/two-factor/disable', { as: user, body });
  expect((await disable({ password: 'Wrong-Horse-7', method: 'totp', code: readCode() })).status).toBe(422);
  expect((await disable({ password: testPassword, method: 'totp', code: '000000' })).status).toBe(422);
  portal().clock.advance(stepMs);
  expect((await disable({ password: testPassword, method: 'totp', code: readCode() })).status).toBe(200);
  const step = await portal().call('/session/sign-in', { body: { email: user.email, password: testPassword } });
  expect(step.body).toMatchObject({ state: 'signedIn' });
});

test('who has lost the app turns it off with a recovery code, or makes new ones with it', async () => {
  const { user, recoveryCodes } = await makeHolder();
  const [first = '', second = '', third = ''] = recoveryCodes;
  const call = (path: string, code: string) =>
    portal().call(`/session/two-factor/${path}`, {
      as: user,
      body: { password: testPassword, method: 'recovery', code },
    });
  const renewed = await call('recovery-codes', first);
  expect(renewed.status).toBe(200);
  const { recoveryCodes: fresh } = renewed.body as { recoveryCodes: string[] };
  expect(fresh).toHaveLength(10);
  for (const code of [first, second]) expect(await call('disable', code)).toMatchObject(refused);
  expect(await call('recovery-codes', third)).toMatchObject(refused);
  expect(await call('disable', fresh[0] ?? '')).toMatchObject({ status: 200 });
  const step = await portal().call('/session/sign-in', { body: { email: user.email, password: testPassword } });
  expect(step.body).toMatchObject({ state: 'signedIn' });
});
