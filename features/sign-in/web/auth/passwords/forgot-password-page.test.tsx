import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { findRememberedStep, rememberStep } from '../sign-in/remembered-step.ts';

const email = 'ada@acme.example';
const passwordRule =
  'Password must contain minimum eight characters, at least one uppercase letter, one lowercase letter, one number and one special character!';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(session: MockedEndpoints['session'] = {}) {
  const api = mockApi({ session: { requestPasswordReset: { state: 'forgotPassword', email }, ...session } });
  const page = renderPage(ForgotPasswordPage, '/forgot-password');
  await screen.findByRole('heading', { level: 1, name: 'Reset your password' });
  return { api, page, person: userEvent.setup() };
}

/** The second half, where the code and the new password are asked for. */
async function openSecondHalf(session: MockedEndpoints['session'] = {}) {
  const opened = await open(session);
  await fill(opened.person, 'E-mail', email);
  await opened.person.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByRole('heading', { level: 1, name: 'Choose a new password' });
  return opened;
}

async function fill(person: ReturnType<typeof userEvent.setup>, label: string, value: string) {
  await person.click(screen.getByLabelText(label));
  await person.paste(value);
}

const change = () => screen.getByRole('button', { name: 'Change password' });

test('the address is asked for first', async () => {
  const { api, person } = await open();
  await person.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByText('Please input your Email!');
  await fill(person, 'E-mail', 'ada@');
  await person.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByText('Email address in invalid format!');
  expect(api.calls).toHaveLength(0);
});

test('the second half does not tell whether the address has an account', async () => {
  const { api } = await openSecondHalf();
  expect(screen.getByText(/^If/).textContent).toBe(
    `If ${email} has an account, we have e-mailed it a code. The code expires in 10 minutes. If it doesn’t arrive, check your spam folder.`,
  );
  expect(api.getCalls('session.requestPasswordReset')[0]?.body).toEqual({ email });
});

test('code and new password are both asked for, and the code has the focus', async () => {
  const { api, person } = await openSecondHalf();
  await person.click(change());
  await screen.findByText('Please input your Code!');
  screen.getByText('Please input your Password!');
  expect(document.activeElement).toBe(screen.getByLabelText('Code'));
  expect(api.getCalls('session.resetPassword')).toHaveLength(0);
});

test('a code is digits only, and the new password keeps the rule', async () => {
  const { person } = await openSecondHalf();
  await fill(person, 'Code', '12ab');
  await fill(person, 'New password', 'simple');
  await person.click(change());
  await screen.findByText('Code in invalid format!');
  screen.getByText(passwordRule);
});

test('a changed password leads to the log-in, which says so', async () => {
  const { api, person } = await openSecondHalf({ resetPassword: { state: 'signIn', email } });
  await fill(person, 'Code', '123456');
  await fill(person, 'New password', 'Steward-2027!');
  await person.click(change());
  await screen.findByText('At /login');
  expect(api.getCalls('session.resetPassword')[0]?.body).toEqual({ email, code: '123456', password: 'Steward-2027!' });
  expect(findRememberedStep()).toMatchObject({
    email,
    notice: 'Your password has been changed. Sign in with the new one.',
  });
});

test('a wrong code is shown under its field', async () => {
  const fields = [{ path: 'code', message: 'This code is not valid or has expired.' }];
  const { person } = await openSecondHalf({ resetPassword: new MockedProblem('session.wrong-code', { fields }) });
  await fill(person, 'Code', '123456');
  await fill(person, 'New password', 'Steward-2027!');
  await person.click(change());
  await screen.findByText('This code is not valid or has expired.');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the code can be sent again, and another address chosen', async () => {
  const { api, person } = await openSecondHalf();
  await screen.findByText(/^You can request another code in (60|59) seconds\.$/);
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
  await waitFor(() => expect(screen.queryByText(/^You can request/)).toBeNull(), { timeout: 3000 });
  vi.useRealTimers();
  await person.click(screen.getByRole('button', { name: 'Resend the code' }));
  await screen.findByText('We have sent a new code.');
  expect(api.getCalls('session.requestPasswordReset')).toHaveLength(2);
  await person.click(screen.getByRole('button', { name: 'Use another e-mail address' }));
  await screen.findByRole('heading', { level: 1, name: 'Reset your password' });
});

test('a code that is on its way can be entered, although no other one is sent so soon', async () => {
  const { api, person } = await openSecondHalf();
  await person.click(screen.getByRole('button', { name: 'Use another e-mail address' }));
  expect(await screen.findByLabelText<HTMLInputElement>('E-mail')).toHaveProperty('value', email);
  api.change({
    session: {
      requestPasswordReset: new MockedProblem('session.too-many-attempts', { retryAfterSeconds: 51 }),
      resetPassword: { state: 'signIn', email },
    },
  });
  await person.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByText(/^You can request another code in [45]\d seconds\.$/);
  expect(screen.queryByRole('alert')).toBeNull();
  await fill(person, 'Code', '123456');
  await fill(person, 'New password', 'Steward-2027!');
  await person.click(change());
  await screen.findByText('At /login');
});

test('an address that could not be asked about stays where it was typed', async () => {
  const { person } = await open({ requestPasswordReset: new MockedProblem('service.unavailable') });
  await fill(person, 'E-mail', email);
  await person.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByRole('alert');
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe(email);
});

test('Back leads from the code to the address, Forward to the code, and the address bar shows no e-mail address', async () => {
  const { page } = await openSecondHalf();
  expect(page.router.state.location.href).toBe('/forgot-password?step=code');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  act(() => page.router.history.back());
  await screen.findByRole('heading', { level: 1, name: 'Reset your password' });
  act(() => page.router.history.forward());
  await screen.findByRole('heading', { level: 1, name: 'Choose a new password' });
});

test('a reload keeps the half of the code, without asking for another one', async () => {
  rememberStep({ state: 'forgotPassword', email });
  const api = mockApi({});
  const page = renderPage(ForgotPasswordPage, '/forgot-password?step=code');
  await screen.findByRole('heading', { level: 1, name: 'Choose a new password' });
  screen.getByText(email);
  expect(api.calls).toHaveLength(0);
  expect(page.router.state.location.search).toEqual({ step: 'code' });
});

test('the half of the code without an address begins at the address', async () => {
  mockApi({});
  const page = renderPage(ForgotPasswordPage, '/forgot-password?step=code');
  await screen.findByRole('heading', { level: 1, name: 'Reset your password' });
  expect(page.router.state.location.href).toBe('/forgot-password');
});
