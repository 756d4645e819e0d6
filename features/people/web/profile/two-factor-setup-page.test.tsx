import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { TwoFactorSetupPage } from './two-factor-setup-page.tsx';

const ada = makeCurrentUser();

const setUp = {
  uri: 'otpauth://totp/Portal:ada@acme.example?secret=JBSWY3DPEHPK3PXP&issuer=Portal',
  secret: 'JBSWY3DPEHPK3PXP',
  recoveryCodes: ['aaaaa-11111', 'bbbbb-22222'],
};

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(session: MockedEndpoints['session'] = {}) {
  const api = mockApi({ session: { createToken: makeToken, getUser: ada, setUpTwoFactor: setUp, ...session } });
  renderPage(TwoFactorSetupPage, '/two-factor/setup');
  await screen.findByRole('heading', { level: 1, name: 'Set up two-factor authentication' });
  return { api, person: userEvent.setup() };
}

async function givePassword(person: ReturnType<typeof userEvent.setup>) {
  await person.click(screen.getByLabelText('Password'));
  await person.paste('Steward-2026!');
  await person.click(screen.getByRole('button', { name: 'Continue' }));
}

test('the password comes first', async () => {
  const { api, person } = await open();
  await person.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Please input your Password!');
  expect(api.getCalls('session.setUpTwoFactor')).toHaveLength(0);
});

test('a wrong password is shown under its field', async () => {
  const fields = [{ path: 'password', message: 'The password is not correct.' }];
  const { person } = await open({ setUpTwoFactor: new MockedProblem('session.wrong-password', { fields }) });
  await givePassword(person);
  await screen.findByText('The password is not correct.');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the key is shown as a picture and as text, and no recovery code before it is confirmed', async () => {
  const { person } = await open();
  await givePassword(person);
  await screen.findByRole('img', { name: 'Key for your authenticator app' });
  screen.getByText('JBSW Y3DP EHPK 3PXP');
  expect(document.body.textContent).not.toContain('aaaaa-11111');
});

test('a first code turns it on, then the recovery codes are shown and can be copied', async () => {
  const { api, person } = await open({ confirmTwoFactor: { state: 'signedIn' } });
  await givePassword(person);
  await person.click(await screen.findByLabelText('Authenticator code'));
  await person.paste('123456');
  api.change({ session: { getUser: { ...ada, hasTwoFactor: true } } });
  await person.click(screen.getByRole('button', { name: 'Turn on' }));
  const codes = within(await screen.findByRole('list')).getAllByRole('listitem');
  expect(codes.map(({ textContent }) => textContent)).toEqual(setUp.recoveryCodes);
  screen.getByText('Two-factor authentication is on.');
  expect(api.getCalls('session.confirmTwoFactor')[0]?.body).toEqual({ code: '123456' });
  await person.click(screen.getByRole('button', { name: 'Copy recovery codes' }));
  await screen.findAllByText('Copied');
  expect(await navigator.clipboard.readText()).toBe('aaaaa-11111\nbbbbb-22222\n');
  await person.click(screen.getByRole('button', { name: 'I have saved these codes' }));
  await screen.findByText('At /settings/security');
});

test('an account that has it on already is shown so', async () => {
  await open({ getUser: { ...ada, hasTwoFactor: true } });
  screen.getByText('Two-factor authentication is already on.');
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('a user pool has no recovery codes: the first code leads back to the security page', async () => {
  const { person } = await open({
    getUser: { ...ada, isPoolSession: true, hasTwoFactor: true },
    setUpTwoFactor: { ...setUp, recoveryCodes: [] },
    confirmTwoFactor: { state: 'signedIn' },
    getTwoFactor: { isOn: true },
  });
  await givePassword(person);
  await person.click(await screen.findByLabelText('Authenticator code'));
  await person.paste('123456');
  await person.click(screen.getByRole('button', { name: 'Turn on' }));
  await screen.findByText('At /settings/security');
});
