import { createHmac, randomUUID } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import { expect, it } from 'vitest';
import { totpCode, totpStep } from './second-factor/totp.ts';
import { Browser, password } from './testing/identity-fixture.ts';
import { useIdentity } from './testing/use-identity.ts';

/*
 * What better-auth 1.7.7 wrote under the keys of the fixture, and is in the databases of former releases. The hash has the
 * cost of tests (`cheap-passwords.ts`).
 */
const hash =
  'c65edb382800679c90fea5d0958a15cb:7535d3f830d9a8500baced5ce0a575ff2527902a682e41aafa991465dd8a8c7291bed2a6c4bf0d8f7232403b6f5d6ce52771536ac3c9bcceaf0b7c0d45caab34';
const secret = 'k3Jq9LmZ0aWc7RtB1xYv5NdHs2PgUe8F';
const encryptedSecret =
  'ab0dd378c621bb8cc62f18eac572c23e07835f271a8394fa63a7ec610dbc240eb0f1a97095d241d1fca31af9b0ba0b40f286813d4e2d8875160ca831d7ecfaf214e8d9455c6e1579';
const publicKey = '{"crv":"Ed25519","x":"SMaPQtP2zvCeW_XE2SCsIsGvNka6XbNramtmK1fwyw0","kty":"OKP"}';
const privateKey =
  '6ccf096a44fa85707329f36502d6e862d787d71b0f8638c7779144eff026284c5677821a67a376d22e4dac2fe77f0f9d0d3ca60622145bbd28dc1b42626ce4d06ec30beda9b42da7b18ccc8cfd39e40a89abde7f555fd78ff3ca6b36025b593e58442c1133fafaf464eb5ac477d4f8f49f6516c44463839861f5459134d040d57024a6205700593eae6896088c86a43221a768b7ccb6c5552f74411db47969eb03e75de403f516caf6';
const authSecret = 'a-secret-of-the-tests-with-many-characters-0123456789';

const fixture = useIdentity();

/** A cookie as better-call wrote it. */
function toCookie(name: string, value: string): string {
  const signature = createHmac('sha256', authSecret).update(value).digest('base64');
  return `portal.${name}=${encodeURIComponent(`${value}.${signature}`)}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`;
}

async function storeAccount(hasTwoFactor: boolean) {
  const [accountId, email] = [randomUUID(), fixture.newEmail()];
  const insert = (text: string, ...values: unknown[]) => fixture.pool.query(text, [accountId, ...values]);
  await insert(
    `insert into identity.accounts (id, email, name, email_verified, two_factor_enabled) values ($1, $2, 'Ann', true, $3)`,
    email,
    hasTwoFactor,
  );
  await insert(
    `insert into identity.credentials (account_id, provider_id, provider_account_id, password)
     values ($1::uuid, 'credential', $1::uuid::text, $2)`,
    hash,
  );
  return { accountId, email, insert };
}

it('a session goes on by its cookie, and its token is signed with the stored key', async () => {
  const { accountId, insert } = await storeAccount(false);
  const token = 'wQ3fZkT8yLmB5vXnR7cHdJpS2gUaEe9x';
  const expiresAt = new Date(Date.now() + 6.5 * 86_400_000);
  await insert(
    `insert into identity.sessions (account_id, token, expires_at, ip_address, user_agent) values ($1, $2, $3, '', '')`,
    token,
    expiresAt,
  );
  const { rows: keys } = await fixture.pool.query<{ id: string }>(
    `insert into identity.signing_keys (public_key, private_key, alg, crv, created_at, expires_at)
     values ($1, $2, 'EdDSA', 'Ed25519', now(), now() + interval '30 days') returning id`,
    [publicKey, privateKey],
  );
  const kid = keys[0]?.id;
  const browser = new Browser();
  browser.keep({ cookies: [toCookie('session_token', token)] });
  expect(await fixture.identity.getSession(browser.caller)).toMatchObject({
    state: 'signedIn',
    account: { id: accountId },
    cookies: [],
  });
  const issued = await fixture.identity.issueToken(browser.caller);
  expect(issued).toMatchObject({ ok: true });
  expect(decodeProtectedHeader(issued.ok ? issued.token : '')).toEqual({
    alg: 'EdDSA',
    kid,
    typ: 'portal-identity+jwt',
  });
  const published = { ...(JSON.parse(publicKey) as object), alg: 'EdDSA', kid };
  expect((await fixture.identity.getJwks()).keys).toContainEqual(published);
  browser.keep(await fixture.identity.signOut(browser.caller));
  expect(browser.cookieNames).toEqual([]);
});

it('a password opens, and its second factor takes a code of the app', async () => {
  const { accountId, email, insert } = await storeAccount(true);
  await insert(
    `insert into identity.two_factors (account_id, secret, verified) values ($1, $2, true)`,
    encryptedSecret,
  );
  const browser = new Browser();
  expect(await fixture.signIn(browser, email, 'Wrong-Horse-7')).toEqual({ ok: false, reason: 'wrongCredentials' });
  expect(await fixture.signIn(browser, email, password)).toMatchObject({ state: 'confirmSignIn' });
  const code = totpCode(secret, totpStep(fixture.clock.now()));
  const confirmed = browser.keep(await fixture.identity.confirmSignIn(browser.caller, { method: 'totp', code }));
  expect(confirmed).toMatchObject({ state: 'signedIn', accountId });
  expect(await fixture.identity.getSession(browser.caller)).toMatchObject({ state: 'signedIn' });
});

it('a sign-in that waits for its second factor while the portal is replaced goes on', async () => {
  const { accountId, insert } = await storeAccount(true);
  await insert(
    `insert into identity.two_factors (account_id, secret, verified) values ($1, $2, true)`,
    encryptedSecret,
  );
  await insert(
    `insert into identity.verifications (identifier, value, expires_at) values ($2, $1::text, now() + interval '9 minutes')`,
    '2fa-Jk8sW2mQpZ4vXcR7tLyB',
  );
  const browser = new Browser();
  browser.keep({ cookies: [toCookie('two_factor', '2fa-Jk8sW2mQpZ4vXcR7tLyB')] });
  expect(await fixture.identity.getSession(browser.caller)).toMatchObject({ state: 'confirmSignIn' });
  const code = totpCode(secret, totpStep(fixture.clock.now()));
  const confirm = () => fixture.identity.confirmSignIn(browser.caller, { method: 'totp', code });
  expect(await confirm()).toMatchObject({ state: 'signedIn', accountId });
  expect(await confirm()).toEqual({ ok: false, reason: 'stepOutOfTurn' });
});
