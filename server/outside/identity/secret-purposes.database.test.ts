import type { Pool } from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { readAuthenticator } from '../../testing/authenticator.ts';
import { Browser, createIdentityFixture, password } from './testing/identity-fixture.ts';
import type { IdentityFixture } from './testing/identity-fixture.ts';
import { openIdentityDatabase } from './testing/identity-database.ts';

const getDatabase = openIdentityDatabase();
let pool: Pool;
let fixture: IdentityFixture;

beforeEach(async () => {
  pool = getDatabase().systemPool;
  await pool.query('DELETE FROM identity.attempts');
  fixture = createIdentityFixture(pool);
});

it('another secret of the cookies ends sessions, while second factors and signing keys stay', async () => {
  const { accountId, email } = await fixture.signUpProven();
  const browser = new Browser();
  await fixture.signIn(browser, email);
  const token = await fixture.identity.issueToken(browser.caller);
  const setUp = await fixture.identity.setUpTwoFactor(accountId, { password });
  if (!token.ok || !setUp.ok) throw new Error('The fixture is not ready.');
  const [recovery = ''] = setUp.recoveryCodes;
  const first = readAuthenticator(setUp.secret, fixture.clock.now());
  expect(await fixture.identity.confirmTwoFactor(pool, accountId, { code: first })).toEqual({ ok: true });
  const keys = await fixture.identity.jwks();

  const changed = createIdentityFixture(pool, { authSecret: 'another-secret-with-many-characters-0123456789' });
  expect(await changed.identity.session(browser.caller)).toMatchObject({ state: 'signedOut' });
  expect(await changed.identity.jwks()).toEqual(keys);
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
  const changed = createIdentityFixture(pool, { secretsKey: 'another-key-with-many-characters-0123456789-0123' });
  expect(await changed.identity.issueToken(browser.caller)).toMatchObject({ ok: true });
});
