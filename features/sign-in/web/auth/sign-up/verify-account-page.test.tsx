import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { keepPassword, takePassword } from '../sign-in/kept-password.ts';
import { findRememberedStep, rememberStep } from '../sign-in/remembered-step.ts';
import { VerifyAccountPage } from './verify-account-page.tsx';

const email = 'ada@acme.example';

const ada = makeCurrentUser({ pendingEmail: 'ada.new@acme.example' });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The screen for a new account whose code was mailed some minutes ago. */
async function openForAccount(session: MockedEndpoints['session'] = {}) {
  vi.useFakeTimers({ now: Date.now() - 300_000, toFake: ['Date'] });
  rememberStep({ state: 'confirmSignUp', email });
  vi.useRealTimers();
  return open({ get: { state: 'signIn' }, resendCode: { state: 'confirmSignUp' }, ...session });
}

async function open(session: MockedEndpoints['session']) {
  const api = mockApi({ session });
  const page = renderPage(VerifyAccountPage, '/verify-account');
  await screen.findByRole('heading', { level: 1, name: 'Verify your account' });
  return { api, page, person: userEvent.setup() };
}

async function confirm(person: ReturnType<typeof userEvent.setup>, code: string) {
  if (code !== '') await person.type(screen.getByLabelText('Code'), code);
  await person.click(screen.getByRole('button', { name: 'Confirm' }));
}

test('the screen names the address and sends a code on arrival', async () => {
  const { api } = await openForAccount();
  screen.getByText(email);
  await waitFor(() => expect(api.getCalls('session.resendCode')).toHaveLength(1));
  expect(api.getCalls('session.resendCode')[0]?.body).toEqual({ email });
});

test('no second code is asked for while the one of the sign-up is on its way', async () => {
  rememberStep({ state: 'confirmSignUp', email });
  const { api } = await open({ get: { state: 'signIn' } });
  expect(api.calls.map(({ endpoint }) => endpoint)).toEqual(['session.get']);
});

test('a code sent too recently is no problem on arrival', async () => {
  const { api } = await openForAccount({ resendCode: new MockedProblem('session.too-many-attempts') });
  await waitFor(() => expect(api.getCalls('session.resendCode')).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the code can be sent again as soon as the server sends one, which counts down from the start', async () => {
  const { api, person } = await openForAccount();
  await screen.findByText(/^You can request another code in (60|59) seconds\.$/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend the code' }).disabled).toBe(true);
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
  await waitFor(() => expect(screen.queryByText(/^You can request/)).toBeNull(), { timeout: 3000 });
  vi.useRealTimers();
  await person.click(screen.getByRole('button', { name: 'Resend the code' }));
  await screen.findByText('We have sent a new code.');
  expect(api.getCalls('session.resendCode')).toHaveLength(2);
  await screen.findByText(/^You can request another code in/);
});

test('too many requests for a code are reported', async () => {
  const { person } = await openForAccount({ resendCode: new MockedProblem('session.too-many-attempts') });
  await person.click(screen.getByRole('button', { name: 'Resend the code' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Too many attempts. Please wait a few minutes and try again.',
  );
});

test('asking again within the minute says how long to wait, in place of what was wrong before', async () => {
  const { api, person } = await openForAccount({ resendCode: new MockedProblem('session.too-many-attempts') });
  await confirm(person, '12a4');
  await screen.findByText('Code in invalid format!');
  api.change({ session: { resendCode: new MockedProblem('session.too-many-attempts', { retryAfterSeconds: 58 }) } });
  await person.click(screen.getByRole('button', { name: 'Resend the code' }));
  await screen.findByText(/^You can request another code in 5\d seconds\.$/);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText('Code in invalid format!')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('12a4');
});

test('a missing code is asked for', async () => {
  const { api, person } = await openForAccount();
  await confirm(person, '');
  await screen.findByText('Please input your Code!');
  expect(api.getCalls('session.confirmSignUp')).toHaveLength(0);
});

test.each(['12a456', '12/34', 'abcdef', '12.3'])(
  'the code %s is not one, because it has more than digits',
  async (code) => {
    const { api, person } = await openForAccount();
    await confirm(person, code);
    await screen.findByText('Code in invalid format!');
    expect(api.getCalls('session.confirmSignUp')).toHaveLength(0);
  },
);

test('a wrong code is shown under its field', async () => {
  const fields = [{ path: 'code', message: 'This code is not valid or has expired.' }];
  const { person } = await openForAccount({ confirmSignUp: new MockedProblem('session.wrong-code', { fields }) });
  await confirm(person, '123456');
  await screen.findByText('This code is not valid or has expired.');
  expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByRole('alert')).toBeNull();
});

const signedIn = { state: 'signedIn' } as const;

test('the right code signs in with the password of the step before, which is known once', async () => {
  keepPassword(email, 'Correct-horse-1');
  const { api, page, person } = await openForAccount({ confirmSignUp: { state: 'signIn', email }, signIn: signedIn });
  await confirm(person, '123456');
  await screen.findByText('At /');
  expect(api.getCalls('session.signIn')[0]?.body).toEqual({ email, password: 'Correct-horse-1' });
  expect(takePassword(email)).toBeUndefined();
  page.unmount();
});

test.each([
  ['another address', () => keepPassword('other@acme.example', 'Correct-horse-1'), signedIn],
  ['a company that waits', () => keepPassword(email, 'Correct-horse-1'), new MockedProblem('session.denied')],
])('the right code leads to the log-in for %s', async (_name, keep, signIn) => {
  keep();
  const { person } = await openForAccount({ confirmSignUp: { state: 'signIn', email }, signIn });
  await confirm(person, '123456');
  await screen.findByText('At /login');
  expect(findRememberedStep()?.notice).toBe('Your account is verified. You can sign in now.');
});

test('the right code leads to the log-in, which says that the account is verified', async () => {
  const { api, page, person } = await openForAccount({ confirmSignUp: { state: 'signIn', email } });
  await confirm(person, '123456');
  await screen.findByText('At /login');
  expect(api.getCalls('session.confirmSignUp')[0]?.body).toEqual({ email, code: '123456' });
  expect(findRememberedStep()?.notice).toBe('Your account is verified. You can sign in now.');
  // The log-in page has taken the place of the screen that is done with, so that Back does not lead there.
  expect(page.router.history.length).toBe(1);
});

test('who signed up at a user pool reads that the administrator has to add them', async () => {
  const { person } = await openForAccount({ confirmSignUp: { state: 'signedUp', email } });
  await confirm(person, '123456');
  await screen.findByText('At /login');
  expect(findRememberedStep()?.notice).toBe(
    'Your account is verified. You can sign in as soon as your administrator has added you.',
  );
});

test('an address that is verified already has nothing to verify', async () => {
  rememberStep({ state: 'signIn', email, notice: 'Your account is verified. You can sign in now.' });
  mockApi({ session: { get: { state: 'signedOut' } } });
  renderPage(VerifyAccountPage, '/verify-account');
  await screen.findByText('At /login');
});

test('a link leads back to the log-in', async () => {
  const { person } = await openForAccount();
  await person.click(screen.getByRole('link', { name: 'Log in now' }));
  await screen.findByText('At /login');
});

test('without an address to verify the log-in page takes over', async () => {
  mockApi({ session: { get: { state: 'signIn' } } });
  renderPage(VerifyAccountPage, '/verify-account');
  await screen.findByText('At /login');
});

const contact: MockedEndpoints['session'] = {
  get: { state: 'signedIn', email },
  createToken: makeToken,
  getUser: ada,
  sendContactCode: { state: 'verifyContact' },
  verifyContact: { state: 'signedIn' },
  cancelContact: { state: 'signedIn' },
};

test('a signed-in person verifies the changed address, not the old one', async () => {
  const { api, page, person } = await open(contact);
  screen.getByText('ada.new@acme.example');
  await waitFor(() => expect(api.getCalls('session.sendContactCode')).toHaveLength(1));
  await confirm(person, '654321');
  await screen.findByText('At /settings');
  expect(api.getCalls('session.verifyContact')[0]?.body).toEqual({ code: '654321' });
  expect(page.router.history.length).toBe(1);
});

test('a signed-in person may keep the old address', async () => {
  const { api, person } = await open(contact);
  await person.click(screen.getByRole('button', { name: 'Cancel the change' }));
  await screen.findByText('At /settings');
  expect(api.getCalls('session.cancelContact')).toHaveLength(1);
});
