import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { mockApi, Refusal } from '../../api/testing/mock-api.ts';
import type { MockedEndpoints } from '../../api/testing/mock-api.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { rememberStep } from './remembered-step.ts';
import { TwoFactorPage } from './two-factor-page.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(session: MockedEndpoints['session'] = {}) {
  rememberStep({ state: 'confirmSignIn', email: 'ada@acme.example' });
  const api = mockApi({ session: { confirmSignIn: { state: 'signedIn' }, ...session } });
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
  await confirm(person, 'Code of the app', '123456');
  expect(await screen.findByText('At /')).toBeTruthy();
  expect(api.getCalls('session.confirmSignIn')[0]?.body).toEqual({ method: 'totp', code: '123456' });
});

test('a missing code is asked for, and it is digits only', async () => {
  const { api, person } = await open();
  await confirm(person, 'Code of the app', '');
  expect(await screen.findByText('Please input your Code!')).toBeTruthy();
  await confirm(person, 'Code of the app', 'abc');
  expect(await screen.findByText('Code in invalid format!')).toBeTruthy();
  expect(api.calls).toHaveLength(0);
});

test('a code can be mailed instead', async () => {
  const { api, person } = await open({ sendSignInCode: { state: 'confirmSignIn' } });
  await person.click(screen.getByRole('button', { name: 'Mail me a code' }));
  expect(await screen.findByText(/We have mailed a code to ada@acme.example/)).toBeTruthy();
  expect(api.getCalls('session.sendSignInCode')).toHaveLength(1);
  await confirm(person, 'Code of the mail', '654321');
  expect(await screen.findByText('At /')).toBeTruthy();
  expect(api.getCalls('session.confirmSignIn')[0]?.body).toEqual({ method: 'email', code: '654321' });
});

test('where no code can be mailed the person stays at the app', async () => {
  const { person } = await open({ sendSignInCode: new Refusal('session.too-many-attempts') });
  await person.click(screen.getByRole('button', { name: 'Mail me a code' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Too many attempts. Please wait a few minutes and try again.',
  );
  expect(screen.getByLabelText('Code of the app')).toBeTruthy();
});

test('a recovery code may have letters', async () => {
  const { api, person } = await open();
  await person.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await confirm(person, 'Recovery code', 'k7f2h-9x1qz');
  expect(await screen.findByText('At /')).toBeTruthy();
  expect(api.getCalls('session.confirmSignIn')[0]?.body).toEqual({ method: 'recovery', code: 'k7f2h-9x1qz' });
});

test('a step that is over is told', async () => {
  const { person } = await open({ confirmSignIn: new Refusal('session.step-out-of-turn') });
  await confirm(person, 'Code of the app', '123456');
  expect((await screen.findByRole('alert')).textContent).toBe('This sign-in step is over. Please sign in again.');
});

test('a temporary password is replaced after the second factor', async () => {
  const { person } = await open({ confirmSignIn: { state: 'requireNewPassword' } });
  await confirm(person, 'Code of the app', '123456');
  expect(await screen.findByText('At /new-password')).toBeTruthy();
});
