import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { mockApi, MockedProblem } from '#web/api/testing/mock-api.ts';
import { browser } from '#web/lib/browser.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { findRememberedStep } from '../sign-in/remembered-step.ts';
import { rememberReturnPath } from '../sign-in/return-path.ts';
import { SingleSignOnPage } from './single-sign-on-page.tsx';

afterEach(() => void vi.restoreAllMocks());

const email = () => screen.getByLabelText<HTMLInputElement>('E-mail');

async function open(start: { address: string } | MockedProblem) {
  const opened = vi.spyOn(browser, 'open').mockReturnValue();
  const api = mockApi({ singleSignOn: { start } });
  renderPage(SingleSignOnPage, '/single-sign-on');
  await screen.findByRole('heading', { level: 1, name: 'Single sign-on' });
  return { api, opened, person: userEvent.setup() };
}

test('the e-mail address leads to the issuer', async () => {
  const { api, opened, person } = await open({ address: 'https://issuer.example/auth?state=a' });
  await person.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Please input your Email!');
  await person.type(email(), 'ada@acme.example{Enter}');
  await waitFor(() => expect(opened).toHaveBeenCalledWith('https://issuer.example/auth?state=a'));
  expect(api.getCalls('singleSignOn.start').map(({ body }) => body)).toEqual([{ email: 'ada@acme.example' }]);
});

test('an address with a user pool signs in on the log-in page, which says so', async () => {
  const { opened, person } = await open({ address: new URL('/login', location.origin).href });
  await person.type(email(), 'ada@pool.example{Enter}');
  await screen.findByText('At /login');
  expect(opened).not.toHaveBeenCalled();
  const notice = 'Sign in on this page, with your password in your company’s sign-in service.';
  expect(findRememberedStep()).toMatchObject({ state: 'signIn', email: 'ada@pool.example', notice });
});

test.each([
  ['session.no-single-sign-on', /no single sign-on for this e-mail address/],
  ['session.issuer-unreachable', /does not answer/],
  ['single-sign-on.secret-lost', /has to enter it again/],
] as const)('%s is said above the form, and the browser stays', async (code, words) => {
  const { opened, person } = await open(new MockedProblem(code));
  await person.type(email(), 'ada@acme.example{Enter}');
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  expect(opened).not.toHaveBeenCalled();
});

test('the answer of the issuer is sent once, leaves the address, and leads on', async () => {
  const api = mockApi({ singleSignOn: { finish: { state: 'signedIn' } } });
  rememberReturnPath('/users?search=ann');
  const page = renderPage(SingleSignOnPage, '/single-sign-on?code=c&state=s&iss=https%3A%2F%2Fissuer.example&extra=1');
  await screen.findByText('At /users');
  expect(page.router.state.location.href).toBe('/users?search=ann');
  const bodies = api.getCalls('singleSignOn.finish').map(({ body }) => body);
  expect(bodies).toEqual([{ state: 's', code: 'c', iss: 'https://issuer.example' }]);
});

test('an answer that came to the address of a company says so', async () => {
  const company = '0b9d7d36-6f0a-4f0e-9d7f-1c3c8f3e5a01';
  const api = mockApi({ singleSignOn: { finish: new MockedProblem('session.sign-on-unsound') } });
  const page = renderPage(
    SingleSignOnPage,
    `/single-sign-on/${company}?code=c&state=s`,
    '/single-sign-on/{-$companyId}',
  );
  expect((await screen.findByRole('alert')).textContent).toMatch(/is not valid/);
  expect(page.router.state.location.href).toBe('/single-sign-on');
  expect(api.getCalls('singleSignOn.finish').map(({ body }) => body)).toEqual([{ state: 's', code: 'c', company }]);
});

test('a denied answer is said above the form, at an address without it', async () => {
  mockApi({ singleSignOn: { finish: new MockedProblem('session.no-user') } });
  const page = renderPage(SingleSignOnPage, '/single-sign-on?code=c&state=s');
  expect((await screen.findByRole('alert')).textContent).toMatch(/ask your administrator to add you/);
  expect(page.router.state.location.href).toBe('/single-sign-on');
  expect(email().value).toBe('');
});
