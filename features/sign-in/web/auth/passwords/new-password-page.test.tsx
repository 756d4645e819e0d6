import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { NewPasswordPage } from './new-password-page.tsx';
import { rememberStep } from '../sign-in/remembered-step.ts';
import { rememberReturnPath } from '../sign-in/return-path.ts';

const passwordRule =
  'Password must contain minimum eight characters, at least one uppercase letter, one lowercase letter, one number and one special character!';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(session: MockedEndpoints['session'] = {}) {
  const api = mockApi({ session: { get: { state: 'requireNewPassword' }, ...session } });
  renderPage(NewPasswordPage, '/new-password');
  await screen.findByRole('heading', { level: 1, name: 'Create new password' });
  return { api, person: userEvent.setup() };
}

async function save(person: ReturnType<typeof userEvent.setup>, secret: string) {
  await person.click(screen.getByLabelText('New password'));
  if (secret !== '') await person.paste(secret);
  await person.click(screen.getByRole('button', { name: 'Save password' }));
}

test('a new password is asked for, and held against the rule', async () => {
  const { api, person } = await open();
  await save(person, '');
  await screen.findByText('Please input your Password!');
  await save(person, 'simple');
  await screen.findByText(passwordRule);
  expect(api.getCalls('session.replacePassword')).toHaveLength(0);
});

test('with the new password the person goes on to where they wanted to go', async () => {
  rememberReturnPath('/settings/company');
  const { api, person } = await open({ replacePassword: { state: 'signedIn' } });
  await save(person, 'Steward-2027!');
  await screen.findByText('At /settings/company');
  expect(api.getCalls('session.replacePassword')[0]?.body).toEqual({ password: 'Steward-2027!' });
});

test('an expired session is reported', async () => {
  const { person } = await open({ replacePassword: new MockedProblem('session.required') });
  await save(person, 'Steward-2027!');
  expect((await screen.findByRole('alert')).textContent).toBe('Please sign in.');
});

test('another account can log in instead', async () => {
  const { api, person } = await open({ signOut: { state: 'signedOut' } });
  await person.click(screen.getByRole('button', { name: 'Sign in with another account' }));
  await screen.findByText('At /login');
  expect(api.getCalls('session.signOut')).toHaveLength(1);
});

test('without a password to replace the log-in page takes over', async () => {
  mockApi({ session: { get: { state: 'signedOut' } } });
  renderPage(NewPasswordPage, '/new-password');
  await screen.findByText('At /login');
});

test('where it can not be asked, the step before counts', async () => {
  rememberStep({ state: 'requireNewPassword' });
  const { person } = await open({
    get: new MockedProblem('service.unavailable'),
    replacePassword: { state: 'signedIn' },
  });
  await save(person, 'Steward-2027!');
  await screen.findByText('At /');
});
