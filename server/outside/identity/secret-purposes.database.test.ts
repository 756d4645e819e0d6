import { expect, it } from 'vitest';
import { readAuthenticator } from '../../testing/authenticator.ts';
import {
  Browser,
  createIdentityFixture,
  password,
  testSecretsKey,
  type IdentityFixture,
} from './testing/identity-fixture.ts';
import { rotateTotpSecrets } from './second-factor/totp-secrets.ts';
import { useIdentity } from './testing/use-identity.ts';

const fixture = useIdentity();

it('another secret of the cookies ends sessions, while second factors and signing keys stay', async () => {
  const { accountId, email } = await fixture.signUpProven();
  const browser = new Browser();
  await fixture.signIn(browser, email);
  const token = await fixture.identity.issueToken(browser.caller);
  const setUp = await fixture.identity.setUpTwoFactor(accountId, { password });
  if (!token.ok || !setUp.ok) throw new Error('The fixture is not ready.');
  const [recovery = ''] = setUp.recoveryCodes;
  const first = readAuthenticator(setUp.secret, fixture.clock.now());
  expect(await fixture.identity.confirmTwoFactor(fixture.sql, accountId, { code: first })).toEqual({ ok: true });
  const keys = await fixture.identity.getJwks();

  const changed = createIdentityFixture(fixture.pool, { authSecret: 'another-secret-with-many-characters-0123456789' });
  expect(await changed.identity.getSession(browser.caller)).toMatchObject({ state: 'signedOut' });
  expect(await changed.identity.getJwks()).toEqual(keys);
  changed.clock.advance(30);
  const codes = { totp: readAuthenticator(setUp.secret, changed.clock.now()), recovery };
  for (const method of ['totp', 'recovery'] as const) {
    const again = new Browser();
    expect(await changed.signIn(again, email)).toMatchObject({ state: 'confirmSignIn' });
    const confirmed = await changed.identity.confirmSignIn(again.caller, { method, code: codes[method] });
    expect(confirmed).toMatchObject({ ok: true, state: 'signedIn' });
  }
});

it('another key for stored credentials makes a new signing key instead of refusing every token', async () => {
  const { email } = await fixture.signUpProven();
  const browser = new Browser();
  await fixture.signIn(browser, email);
  expect(await fixture.identity.issueToken(browser.caller)).toMatchObject({ ok: true });
  const changed = createIdentityFixture(fixture.pool, {
    secretsKey: 'another-key-with-many-characters-0123456789-0123',
  });
  expect(await changed.identity.issueToken(browser.caller)).toMatchObject({ ok: true });
});

it('a rotated key leaves second factors and recovery codes good, and after the rotation the new key alone opens them', async () => {
  const { email, accountId } = await fixture.signUpProven();
  const setUp = await fixture.identity.setUpTwoFactor(accountId, { password });
  if (!setUp.ok) throw new Error('The fixture is not ready.');
  const [recovery = ''] = setUp.recoveryCodes;
  const first = readAuthenticator(setUp.secret, fixture.clock.now());
  expect(await fixture.identity.confirmTwoFactor(fixture.sql, accountId, { code: first })).toEqual({ ok: true });
  const key = 'a-rotated-key-with-many-characters-0123456789-01234';
  const keys = { secretsKey: key, olderKeys: [testSecretsKey] };
  const changed = createIdentityFixture(fixture.pool, keys);
  const confirm = async (identity: IdentityFixture, method: 'totp' | 'recovery', code: string) => {
    const browser = new Browser();
    await identity.signIn(browser, email);
    return identity.identity.confirmSignIn(browser.caller, { method, code });
  };
  changed.clock.advance(60);
  expect(await confirm(changed, 'totp', readAuthenticator(setUp.secret, changed.clock.now()))).toMatchObject({
    ok: true,
  });
  expect(await confirm(changed, 'recovery', recovery)).toMatchObject({ ok: true });
  expect(await rotateTotpSecrets(fixture.sql, keys)).toEqual({
    rotated: expect.toSatisfy((count) => count >= 1),
    unknown: 0,
  });
  expect(await rotateTotpSecrets(fixture.sql, keys)).toEqual({ rotated: 0, unknown: 0 });
  const alone = createIdentityFixture(fixture.pool, { secretsKey: key });
  alone.clock.advance(120);
  expect(await confirm(alone, 'totp', readAuthenticator(setUp.secret, alone.clock.now()))).toMatchObject({ ok: true });
});
