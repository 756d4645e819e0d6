import { expect } from 'vitest';
import { readAuthenticator } from '../../authenticator.ts';
import { Browser } from '../../browser.ts';
import { waitForCode } from '../../caught-mail.ts';
import { testPassword, type TestPortal, type TestUser } from '../../test-portal.ts';
import { profileForm } from '../../user-forms.ts';

/** Network and new address of a person's calls, which occur nowhere else. */
export interface Life {
  readonly network: string;
  readonly newEmail: string;
}

const newPassword = 'Another-Steward-2027!';
const lastPassword = 'The-last-Steward-2028!';

async function signIn(portal: TestPortal, headers: Record<string, string>, email: string, password: string) {
  const browser = new Browser(portal);
  const post = (path: string, body?: unknown) => browser.call(path, { method: 'POST', body, headers });
  const { body } = await post('/session/sign-in', { email, password });
  return { browser, post, state: (body as { state?: string }).state };
}

/**
 * Signs in and out, fails, changes and resets the password, ends sessions, turns the second factor on, changes the address:
 * all that an account can do.
 */
export async function leadLife(portal: TestPortal, user: TestUser, { network, newEmail }: Life): Promise<void> {
  const headers = { 'x-forwarded-for': network };
  const { email } = user;
  await signIn(portal, headers, email, 'Wrong-Horse-7');
  const first = await signIn(portal, headers, email, testPassword);
  expect(first.state).toBe('signedIn');
  const as = async ({ browser }: typeof first) => ({
    ...headers,
    'x-company': user.companyId,
    authorization: `Bearer ${(await browser.fetchToken()) ?? ''}`,
  });
  await first.browser.call('/session/user', { headers: await as(first) });
  await first.post('/session/sign-out');
  const second = await signIn(portal, headers, email, testPassword);
  const own = await as(second);
  const change = { body: { password: testPassword, newPassword }, headers: own };
  expect(await second.browser.call('/session/password', change)).toMatchObject({ status: 200 });
  const other = await signIn(portal, headers, email, newPassword);
  const list = (await other.browser.call('/session/sessions', { headers: await as(other) })).body as { id: string }[];
  const ended = list.find(({ id }, place) => place > 0 && id !== '')?.id ?? '';
  await other.browser.call(`/session/sessions/${ended}`, { method: 'DELETE', headers: await as(other) });
  await other.browser.call('/session/sessions', { method: 'DELETE', headers: await as(other) });
  await portal.call('/session/forgot-password', { body: { email }, headers });
  const code = await waitForCode(portal, email, /^Reset your/);
  const reset = { email, code, password: lastPassword };
  expect((await portal.call('/session/reset-password', { body: reset, headers })).status).toBe(200);
  const third = await signIn(portal, headers, email, lastPassword);
  const setUp = await third.browser.call('/session/two-factor', {
    body: { password: lastPassword },
    headers: await as(third),
  });
  const { secret } = setUp.body as { secret: string };
  const confirm = { body: { code: readAuthenticator(secret, portal.clock.now()) }, headers: await as(third) };
  expect(await third.browser.call('/session/two-factor/confirm', confirm)).toMatchObject({ status: 200 });
  const fourth = await signIn(portal, headers, email, lastPassword);
  expect(fourth.state).toBe('confirmSignIn');
  await fourth.post('/session/confirm-sign-in', { method: 'totp', code: '000000' });
  await changeAddress(portal, user, { headers: await as(third), password: lastPassword, newEmail });
}

async function changeAddress(
  portal: TestPortal,
  { id, email }: TestUser,
  { headers, password, newEmail }: { headers: Record<string, string>; password: string; newEmail: string },
): Promise<void> {
  const stored = (await portal.call('/session/user', { headers })).body as { email: string };
  expect(stored.email).toBe(email);
  const form = profileForm(newEmail, { currentPassword: password, lastName: 'Lepp' });
  expect(await portal.call(`/users/${id}`, { body: form, headers })).toMatchObject({ status: 200 });
  const code = await waitForCode(portal, newEmail, /^Confirm your new e-mail address/);
  expect((await portal.call('/session/verify-contact', { body: { code }, headers })).status).toBe(200);
}
