import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { AuthState, SessionStep } from '#features/sign-in/contract/session-forms.ts';
import { mockApi, MockedProblem } from '#web/api/testing/mock-api.ts';
import { settings } from '#web/lib/settings.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { findRememberedStep, rememberStep } from './remembered-step.ts';
import { rememberReturnPath } from './return-path.ts';
import { SignInPage } from './sign-in-page.tsx';

type SignIn = NonNullable<NonNullable<Parameters<typeof mockApi>[0]['session']>['signIn']>;

const password = 'Steward-2026!';
const passwordRule =
  'Password must contain minimum eight characters, at least one uppercase letter, one lowercase letter, one number and one special character!';

async function open(signIn: SignIn = { state: 'signedIn' }, get: SessionStep = { state: 'signIn' }) {
  const api = mockApi({ session: { get, signIn } });
  const page = renderPage(SignInPage, '/login');
  await screen.findByRole('heading', { level: 1, name: 'Log in to the portal' });
  return { api, page, person: userEvent.setup() };
}

const email = () => screen.getByLabelText<HTMLInputElement>('E-mail');
const passwordField = () => screen.getByLabelText<HTMLInputElement>('Password');
const logIn = () => screen.getByRole('button', { name: 'Log in' });

async function logInAs(person: ReturnType<typeof userEvent.setup>, address = 'ada@acme.example', secret = password) {
  await person.click(email());
  await person.paste(address);
  await person.click(passwordField());
  await person.paste(secret);
  await person.click(logIn());
}

afterEach(() => {
  settings.signUp = 'open';
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('an empty form names both fields, puts the focus on the first and sends nothing', async () => {
  const { api, person } = await open();
  await person.click(logIn());
  await screen.findByText('Please input your Email!');
  screen.getByText('Please input your Password!');
  expect(document.activeElement).toBe(email());
  expect(api.getCalls('session.signIn')).toHaveLength(0);
});

test('an error is tied to its field for those who can not see it', async () => {
  const { person } = await open();
  await person.click(logIn());
  const error = await screen.findByText('Please input your Email!');
  expect(email().getAttribute('aria-invalid')).toBe('true');
  expect(email().getAttribute('aria-describedby')?.split(' ')).toContain(error.id);
});

test.each(['ada', 'ada@', 'ada@acme', 'a b@acme.example', 'ada@@acme.example'])(
  '%s is no e-mail address',
  async (address) => {
    const { api, person } = await open();
    await logInAs(person, address);
    await screen.findByText('Email address in invalid format!');
    expect(api.getCalls('session.signIn')).toHaveLength(0);
  },
);

test.each(['Short-1', 'no-capital-1', 'NO-SMALL-1', 'No-digit-here', 'NoSpecial1', `Aa1!${'x'.repeat(37)}`])(
  'the password %s is held against the rule before it is sent',
  async (secret) => {
    const { api, person } = await open();
    await logInAs(person, 'ada@acme.example', secret);
    await screen.findByText(passwordRule);
    expect(document.activeElement).toBe(passwordField());
    expect(api.getCalls('session.signIn')).toHaveLength(0);
  },
);

test('nothing is complained about before the form is sent', async () => {
  const { person } = await open();
  await person.type(email(), 'ada');
  await person.tab();
  await person.tab();
  expect(screen.queryByText('Email address in invalid format!')).toBeNull();
});

test('the dashboard follows a log-in, or another home of who logs in', async () => {
  const { api, page, person } = await open();
  await logInAs(person);
  await screen.findByText('At /');
  expect(page.router.state.location.state.leadsHome).toBe(true);
  expect(api.getCalls('session.signIn')[0]?.body).toEqual({ email: 'ada@acme.example', password });
});

test('a log-in leads back to where the person wanted to go', async () => {
  rememberReturnPath('/users?search=ann');
  const { page, person } = await open();
  await logInAs(person);
  await screen.findByText('At /users');
  expect(page.router.state.location.href).toBe('/users?search=ann');
  expect(page.router.state.location.state.leadsHome).toBeUndefined();
});

test('the way back is taken from the address', async () => {
  const { page, person } = await open();
  await page.router.navigate({ href: '/login?returnTo=%2Fsettings%2Fcompany' });
  await logInAs(person);
  await screen.findByText('At /settings/company');
});

test('a way back to another site leads to the dashboard', async () => {
  const { page, person } = await open();
  await page.router.navigate({ href: '/login?returnTo=%2F%2Fevil.example' });
  await logInAs(person);
  await screen.findByText('At /');
});

const pages: [AuthState, string][] = [
  ['confirmSignIn', '/two-factor'],
  ['requireNewPassword', '/new-password'],
  ['confirmSignUp', '/verify-account'],
  ['verifyContact', '/verify-account'],
  ['forgotPassword', '/forgot-password'],
];

test.each(pages)('the answer %s leads to %s', async (state, path) => {
  const { person } = await open({ state });
  await logInAs(person);
  await screen.findByText(`At ${path}`);
});

test('wrong credentials are shown above the form, and both fields stay filled', async () => {
  const { person } = await open(new MockedProblem('session.wrong-credentials'));
  await logInAs(person);
  expect((await screen.findByRole('alert')).textContent).toBe('Incorrect e-mail or password.');
  expect([email().value, passwordField().value]).toEqual(['ada@acme.example', password]);
});

test('a denied person reads that access to the portal is denied', async () => {
  const { person } = await open(new MockedProblem('session.denied'));
  await logInAs(person);
  expect((await screen.findByRole('alert')).textContent).toBe('You have been denied access to the portal!');
});

test('too many attempts are reported', async () => {
  const { person } = await open(new MockedProblem('session.too-many-attempts'));
  await logInAs(person);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Too many attempts. Please wait a few minutes and try again.',
  );
});

test('a field the server refuses gets its message under it', async () => {
  const fields = [{ path: 'email', message: 'Email address in invalid format!' }];
  const { person } = await open(new MockedProblem('request.invalid', { fields }));
  await logInAs(person);
  await screen.findByText('Email address in invalid format!');
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(email()));
});

test('offline, the form says so', async () => {
  const { api, person } = await open();
  api.goOffline();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await logInAs(person);
  expect((await screen.findByRole('alert')).textContent).toBe('You appear to be offline.');
});

test('while one log-in is under way a second is not sent', async () => {
  let answer: (step: SessionStep) => void = () => {};
  const { api, person } = await open(
    () =>
      new Promise<SessionStep>((resolve) => {
        answer = resolve;
      }),
  );
  await logInAs(person);
  await waitFor(() => expect(api.getCalls('session.signIn')).toHaveLength(1));
  await person.type(passwordField(), '{Enter}');
  answer({ state: 'signedIn' });
  await screen.findByText('At /');
  expect(api.getCalls('session.signIn')).toHaveLength(1);
});

test('a signed-in user goes straight on', async () => {
  mockApi({ session: { get: { state: 'signedIn' } } });
  rememberReturnPath('/settings');
  renderPage(SignInPage, '/login');
  await screen.findByText('At /settings');
});

test('the page leads to a new password, to the team and to sign-up', async () => {
  const { person } = await open();
  const team = screen.getByRole<HTMLAnchorElement>('link', { name: 'Contact the team' });
  expect(team.href).toBe(`mailto:${settings.brand.supportEmail}`);
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/sign-up');
  await person.click(screen.getByRole('link', { name: 'Reset password' }));
  await screen.findByText('At /forgot-password');
});

test('where sign-up is closed nothing leads to it', async () => {
  settings.signUp = 'closed';
  await open();
  expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
});

test('the former step is named, and its address is in the form', async () => {
  rememberStep({ state: 'signIn', email: 'ada@acme.example', notice: 'Your password has been changed.' });
  const { page } = await open();
  screen.getByText('Your password has been changed.');
  expect(email().value).toBe('ada@acme.example');
  // Once: the address is kept, what was said is not said again.
  page.unmount();
  await open();
  expect(email().value).toBe('ada@acme.example');
  expect(screen.getByRole('status').textContent).toBe('');
});

test('where single sign-on is required, its page knows the address', async () => {
  const { person } = await open(new MockedProblem('session.single-sign-on-required'));
  await logInAs(person);
  expect((await screen.findByRole('alert')).textContent).toMatch(/signs in with single sign-on/);
  await person.click(screen.getByRole('link', { name: 'Continue with single sign-on' }));
  await screen.findByText('At /single-sign-on');
  expect(findRememberedStep()?.email).toBe('ada@acme.example');
});

test('a browser without cookies and storage shows the page, and says what is blocked', async () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  const block = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(block);
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(block);
  mockApi({ session: { get: { state: 'signIn' } } });
  renderPage(SignInPage, '/login?returnTo=%2Fusers');
  await screen.findByText(/Your browser blocks cookies/);
  vi.restoreAllMocks();
});
