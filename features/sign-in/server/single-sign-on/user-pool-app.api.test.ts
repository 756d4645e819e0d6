import { expect, test } from 'vitest';
import { startCognitoEmulator } from '#server/outside/identity/testing/cognito-emulator.ts';
import { readAuthenticator } from '#server/testing/authenticator.ts';
import { Browser } from '#server/testing/browser.ts';
import { usePool } from './testing/use-pool.ts';

const { portal, pool, makeSignedOn } = usePool(startCognitoEmulator);
const password = 'Pool-secret-2026!';

const signIn = (browser: Browser, email: string) => browser.post('/session/sign-in', { email, password });

test('a signed-in person turns the app of the pool on with a first code, and off with password and code', async () => {
  const { id, superAdmin } = await makeSignedOn('app.example', pool().pools[0]);
  const user = await portal().makeUser(id, { email: 'ann@app.example' });
  await pool().makeUser(pool().pools[0], { email: user.email, password });
  const browser = new Browser(portal());
  await signIn(browser, user.email);
  const call = async (path: string, body?: object) =>
    browser.call(path, {
      headers: { authorization: `Bearer ${(await browser.fetchToken()) ?? ''}` },
      ...(body && { body }),
    });
  const path = '/session/two-factor';
  expect(await call(path)).toMatchObject({ status: 200, body: { isOn: false } });
  expect(await call(path, { password: 'Wrong-Horse-7' })).toMatchObject({
    status: 422,
    body: { code: 'session.wrong-password', fields: [{ path: 'password' }] },
  });
  const setUp = (await call(path, { password })).body as { secret: string; uri: string; recoveryCodes: string[] };
  expect(setUp.recoveryCodes).toEqual([]);
  expect(setUp.uri).toContain(encodeURIComponent(user.email));
  const readCode = () => readAuthenticator(setUp.secret, new Date());
  expect(await call(`${path}/confirm`, { code: '000000' })).toMatchObject({
    status: 422,
    body: { code: 'session.wrong-code' },
  });
  // Not on before the app has shown a code.
  expect((await signIn(new Browser(portal()), user.email)).body).toMatchObject({ state: 'signedIn' });
  expect(await call(`${path}/confirm`, { code: readCode() })).toMatchObject({ status: 200 });
  expect((await call(path)).body).toEqual({ isOn: true });
  expect(await call(path, { password })).toMatchObject({ status: 409, body: { code: 'session.two-factor-on' } });
  expect((await signIn(new Browser(portal()), user.email)).body).toMatchObject({ state: 'confirmSignIn' });

  const disable = (code: string, tried = password) =>
    call(`${path}/disable`, { password: tried, method: 'totp', code });
  expect((await disable(readCode(), 'Wrong-Horse-7')).status).toBe(422);
  expect(await disable('000000')).toMatchObject({ status: 422, body: { code: 'session.wrong-code' } });
  expect(await disable(readCode())).toMatchObject({ status: 200 });
  expect((await call(path)).body).toEqual({ isOn: false });
  expect(await disable(readCode())).toMatchObject({ status: 409, body: { code: 'session.two-factor-off' } });
  expect((await signIn(new Browser(portal()), user.email)).body).toMatchObject({ state: 'signedIn' });
  const { entries } = (await portal().call('/audit?entity=account', { as: superAdmin })).body as {
    entries: { action: string }[];
  };
  const factors = entries.map(({ action }) => action).filter((action) => action.includes('two-factor'));
  expect(factors).toEqual(['account.two-factor-off', 'account.two-factor-on']);
});
