import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { findRememberedStep, rememberStep } from '../sign-in/remembered-step.ts';
import { TotpSetupPage } from './totp-setup-page.tsx';
import { TwoFactorPage } from './two-factor-page.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(session: MockedEndpoints['session'] = {}) {
  rememberStep({ state: 'confirmSignIn', email: 'ada@acme.example' });
  const api = mockApi({
    session: { get: { state: 'confirmSignIn' }, confirmSignIn: { state: 'signedIn' }, ...session },
  });
  renderPage(TwoFactorPage, '/two-factor');
  await screen.findByRole('heading', { level: 1 });
  return { api, person: userEvent.setup() };
}

async function confirm(person: ReturnType<typeof userEvent.setup>, label: string, code: string) {
  await person.click(screen.getByLabelText(label));
  if (code !== '') await person.paste(code);
  await person.click(screen.getByRole('button', { name: 'Confirm' }));
}

test('the code of the authenticator app finishes the sign-in', async () => {
  const { api, person } = await open();
  await confirm(person, 'Authenticator code', '123456');
  await screen.findByText('At /');
  expect(api.getCalls('session.confirmSignIn')[0]?.body).toEqual({ method: 'totp', code: '123456' });
});

test('a missing code is asked for, and it is digits only', async () => {
  const { api, person } = await open();
  await confirm(person, 'Authenticator code', '');
  await screen.findByText('Please input your Code!');
  await confirm(person, 'Authenticator code', 'abc');
  await screen.findByText('Code in invalid format!');
  expect(api.getCalls('session.confirmSignIn')).toHaveLength(0);
});

test('without a sign-in under way the log-in page takes over', async () => {
  mockApi({ session: { get: { state: 'signedOut' } } });
  renderPage(TwoFactorPage, '/two-factor');
  await screen.findByText('At /login');
});

test('a sign-in that has ended meanwhile leads to the log-in page', async () => {
  rememberStep({ state: 'confirmSignIn', email: 'ada@acme.example' });
  mockApi({ session: { get: { state: 'signedOut' } } });
  const { router } = renderPage(TwoFactorPage, '/two-factor');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  const notice = 'You were not signed in, because the sign-in took too long. Please begin again.';
  expect(findRememberedStep()).toMatchObject({ state: 'signIn', email: 'ada@acme.example', notice });
});

test('another tab of a sign-in at a user pool has no recovery code either', async () => {
  mockApi({ session: { get: { state: 'confirmSignIn', email: 'ada@acme.example', codeFrom: 'mail' } } });
  renderPage(TwoFactorPage, '/two-factor');
  await screen.findByText('Enter the code that was sent to your e-mail address.');
  expect(screen.queryByRole('button', { name: 'Use a recovery code' })).toBeNull();
});

test('another tab of a sign-in under way shows the step', async () => {
  mockApi({ session: { get: { state: 'confirmSignIn' } } });
  renderPage(TwoFactorPage, '/two-factor');
  await screen.findByLabelText('Authenticator code');
});

test('a recovery code may have letters', async () => {
  const { api, person } = await open();
  await person.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await confirm(person, 'Recovery code', 'k7f2h-9x1qz');
  await screen.findByText('At /');
  expect(api.getCalls('session.confirmSignIn')[0]?.body).toEqual({ method: 'recovery', code: 'k7f2h-9x1qz' });
});

test('an expired step is reported', async () => {
  const { person } = await open({ confirmSignIn: new MockedProblem('session.step-out-of-turn') });
  await confirm(person, 'Authenticator code', '123456');
  expect((await screen.findByRole('alert')).textContent).toBe('This sign-in step has expired. Please sign in again.');
});

test('a temporary password is replaced after the second factor', async () => {
  const { person } = await open({ confirmSignIn: { state: 'requireNewPassword' } });
  await confirm(person, 'Authenticator code', '123456');
  await screen.findByText('At /new-password');
});

test('a code that the company sends by SMS has no recovery code beside it', async () => {
  rememberStep({ state: 'confirmSignIn', email: 'ada@acme.example', codeFrom: 'sms' });
  const api = mockApi({ session: { get: { state: 'confirmSignIn' }, confirmSignIn: { state: 'signedIn' } } });
  renderPage(TwoFactorPage, '/two-factor');
  await screen.findByText('Enter the code that was sent to your phone.');
  expect(screen.queryByText('Use a recovery code')).toBeNull();
  await confirm(userEvent.setup(), 'Code', '123456');
  await screen.findByText('At /');
  expect(api.getCalls('session.confirmSignIn')[0]?.body).toEqual({ method: 'totp', code: '123456' });
});

test('an app that the company demands is set up by its key and a first code', async () => {
  const key = { uri: 'otpauth://totp/x?secret=ABCDEFGH', secret: 'ABCDEFGH' };
  const api = mockApi({ session: { get: { state: 'totpSetup', key }, confirmSignIn: { state: 'signedIn' } } });
  renderPage(TotpSetupPage, '/two-factor/app');
  await screen.findByText('ABCD EFGH');
  await confirm(userEvent.setup(), 'Authenticator code', '123456');
  await screen.findByText('At /');
  expect(api.getCalls('session.confirmSignIn')[0]?.body).toEqual({ method: 'totp', code: '123456' });
});
