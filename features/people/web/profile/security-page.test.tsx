import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import type { ListedSession } from '#features/sign-in/contract/session-list.ts';
import { onSessionChange } from '#web/api/session/session-changes.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { SecurityPage } from './security-page.tsx';

const ada = makeCurrentUser();

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(user: Partial<CurrentUser> = {}, session: MockedEndpoints['session'] = {}) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: { ...ada, ...user }, listSessions: [], ...session },
  });
  renderPage(SecurityPage, '/settings/security');
  await screen.findByRole('heading', { level: 1, name: 'Security' });
  return { api, person: userEvent.setup() };
}

const laptop: ListedSession = {
  id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b01',
  browser: 'Firefox',
  system: 'Windows',
  network: '203.0.113.*',
  signedInAt: '2026-11-20T08:00:00.000Z',
  lastUsedAt: '2026-11-22T08:00:00.000Z',
  isCurrent: true,
};
const phone = { ...laptop, id: laptop.id.replace(/1$/, '2'), browser: 'Safari', system: 'iPhone', isCurrent: false };
const unknown = { ...phone, id: laptop.id.replace(/1$/, '3'), browser: null, system: null, network: null };

test('the sessions are listed with browser, network and times; each but this one can be ended, and all others', async () => {
  const { api, person } = await open(
    {},
    { listSessions: [laptop, phone, unknown], deleteSession: [laptop, unknown], deleteOtherSessions: [laptop] },
  );
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Firefox on WindowsThis sessionNetwork 203.0.113.*, signed in 20 Nov 2026, 10:00:00, last used 22 Nov 2026, 10:00:00',
    'Safari on iPhoneNetwork 203.0.113.*, signed in 20 Nov 2026, 10:00:00, last used 22 Nov 2026, 10:00:00Sign out',
    'Unknown browserUnknown network, signed in 20 Nov 2026, 10:00:00, last used 22 Nov 2026, 10:00:00Sign out',
  ]);
  await person.click(screen.getByRole('button', { name: /^Sign out Safari on iPhone/ }));
  await screen.findByText('The session of Safari on iPhone has been ended.');
  expect(api.getCalls('session.deleteSession').map(({ params }) => params)).toEqual([{ id: phone.id }]);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  await person.click(screen.getByRole('button', { name: 'Sign out all other sessions' }));
  await screen.findByText('All other sessions have been ended.');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Sign out all other sessions' })).toBeNull();
});

test('sessions that can not be loaded say why and can be loaded again', async () => {
  const { api, person } = await open({}, { listSessions: new MockedProblem('service.unavailable') });
  await screen.findByText(/not available right now/);
  api.change({ session: { listSessions: [laptop] } });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('This session');
});

test('where two-factor authentication is off the page leads to its set-up', async () => {
  const { person } = await open();
  screen.getByText('Off');
  await person.click(screen.getByRole('link', { name: 'Set up' }));
  await screen.findByText('At /two-factor/setup');
});

async function openTurnOff(session: MockedEndpoints['session'] = {}) {
  const opened = await open({ hasTwoFactor: true }, session);
  await opened.person.click(screen.getByRole('button', { name: 'Turn off' }));
  return { ...opened, form: screen.getByRole('form', { name: 'Turn off two-factor authentication' }) };
}

async function fill(person: ReturnType<typeof userEvent.setup>, form: HTMLElement) {
  await person.click(within(form).getByLabelText('Password'));
  await person.paste('Steward-2026!');
  await person.click(within(form).getByLabelText('Authenticator code'));
  await person.paste('123456');
  await person.click(within(form).getByRole('button', { name: 'Turn off' }));
}

test('turning it off takes password and code', async () => {
  const { api, person, form } = await openTurnOff();
  await person.click(within(form).getByRole('button', { name: 'Turn off' }));
  await screen.findByText('Please input your Password!');
  screen.getByText('Please input your Code!');
  expect(api.getCalls('session.disableTwoFactor')).toHaveLength(0);
});

test('with both it is off, and the page says so', async () => {
  const { api, person, form } = await openTurnOff({ disableTwoFactor: { state: 'signedIn' } });
  api.change({ session: { getUser: ada } });
  await fill(person, form);
  await screen.findByText('Two-factor authentication is off.');
  await screen.findByText('Off');
  expect(api.getCalls('session.disableTwoFactor')[0]?.body).toEqual({
    password: 'Steward-2026!',
    method: 'totp',
    code: '123456',
  });
});

test('who has lost the app turns it off with a recovery code', async () => {
  const { api, person, form } = await openTurnOff({ disableTwoFactor: { state: 'signedIn' } });
  await person.click(within(form).getByLabelText('Password'));
  await person.paste('Steward-2026!');
  await person.click(within(form).getByRole('button', { name: 'Use a recovery code' }));
  await person.click(within(form).getByLabelText('Recovery code'));
  await person.paste('abcde-fghij');
  await person.click(within(form).getByRole('button', { name: 'Turn off' }));
  await screen.findByText('Two-factor authentication is off.');
  expect(api.getCalls('session.disableTwoFactor')[0]?.body).toEqual({
    password: 'Steward-2026!',
    method: 'recovery',
    code: 'abcde-fghij',
  });
});

test('new recovery codes take both factors and are shown once', async () => {
  const { api, person } = await open(
    { hasTwoFactor: true },
    { renewRecoveryCodes: { recoveryCodes: ['abcde-fghij', 'klmno-pqrst'] } },
  );
  await person.click(screen.getByRole('button', { name: 'New recovery codes' }));
  const form = screen.getByRole('form', { name: 'Create new recovery codes' });
  await person.click(within(form).getByLabelText('Password'));
  await person.paste('Steward-2026!');
  await person.click(within(form).getByLabelText('Authenticator code'));
  await person.paste('123456');
  await person.click(within(form).getByRole('button', { name: 'Create new codes' }));
  await screen.findByText('klmno-pqrst');
  expect(api.getCalls('session.renewRecoveryCodes')).toHaveLength(1);
  await person.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('klmno-pqrst')).toBeNull();
});

test('a wrong code is shown under its field and leaves it on', async () => {
  const fields = [{ path: 'code', message: 'This code is not valid or has expired.' }];
  const { person, form } = await openTurnOff({ disableTwoFactor: new MockedProblem('session.wrong-code', { fields }) });
  await fill(person, form);
  await screen.findByText('This code is not valid or has expired.');
  screen.getByText('On');
});

test('signing out everywhere asks first, then ends the session of this tab too', async () => {
  const changes: string[] = [];
  const stopListening = onSessionChange((change) => changes.push(change));
  const { api, person } = await open({}, { signOutEverywhere: { state: 'signedOut' } });
  await person.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  const dialog = await screen.findByRole('dialog');
  expect(api.getCalls('session.signOutEverywhere')).toHaveLength(0);
  await person.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));
  await vi.waitFor(() => expect(changes).toEqual(['signed-out']));
  stopListening();
});

test('a failure to sign out everywhere is reported, and the session stays', async () => {
  const { person } = await open({}, { signOutEverywhere: new MockedProblem('service.unavailable') });
  await person.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  const dialog = await screen.findByRole('dialog');
  await person.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));
  await screen.findByText('The service is not available right now. Please try again shortly.');
});

test('a changed address that waits for its code leads to the verification', async () => {
  const { person } = await open({ pendingEmail: 'ada.new@acme.example' });
  screen.getByText('ada.new@acme.example');
  await person.click(screen.getByRole('link', { name: 'Enter the code' }));
  await screen.findByText('At /verify-account');
});

test('where single sign-on is demanded, password and second factor are with the company’s sign-in service', async () => {
  await open({ isPasswordClosed: true, isPoolSession: true }, { getTwoFactor: { isOn: false } });
  screen.getByRole('button', { name: 'Change the password' });
  await screen.findByRole('link', { name: 'Set up' });
  cleanup();
  await open({ isPasswordClosed: true });
  expect(screen.getByText(/manages your password and two-factor/).textContent).toMatch(/^You sign in with ada@acme/);
  expect(screen.queryByRole('link', { name: 'Change the password' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Set up' })).toBeNull();
  screen.getByRole('heading', { name: 'Sessions' });
});

test('the app of a user pool is turned off with password and code, and has no recovery codes', async () => {
  const { api, person } = await open(
    { isPoolSession: true },
    { getTwoFactor: { isOn: true }, disableTwoFactor: { state: 'signedIn' } },
  );
  await person.click(await screen.findByRole('button', { name: 'Turn off' }));
  expect(screen.queryByRole('button', { name: /recovery code/ })).toBeNull();
  await person.click(screen.getByLabelText('Password'));
  await person.paste('Pool-secret-2026!');
  await person.click(screen.getByLabelText('Authenticator code'));
  await person.paste('123456');
  api.change({ session: { getTwoFactor: { isOn: false } } });
  await person.click(screen.getByRole('button', { name: 'Turn off' }));
  await screen.findByRole('link', { name: 'Set up' });
  expect(api.getCalls('session.disableTwoFactor').map(({ body }) => body)).toEqual([
    { password: 'Pool-secret-2026!', method: 'totp', code: '123456' },
  ]);
});

test('whether the app of a user pool is on can be asked again where the pool did not answer', async () => {
  const { api, person } = await open(
    { isPoolSession: true },
    { getTwoFactor: new MockedProblem('session.issuer-unreachable') },
  );
  await person.click(await screen.findByRole('button', { name: 'Try again' }));
  api.change({ session: { getTwoFactor: { isOn: true } } });
  await person.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('On');
});

async function openPasswordForm(session: MockedEndpoints['session'] = {}) {
  const opened = await open({}, session);
  await opened.person.click(screen.getByRole('button', { name: 'Change the password' }));
  const form = screen.getByRole('form', { name: 'Change the password' });
  const submit = () => opened.person.click(within(form).getByRole('button', { name: 'Change the password' }));
  const write = async (label: string, text: string) => {
    await opened.person.click(within(form).getByLabelText(label));
    await opened.person.paste(text);
  };
  return { ...opened, submit, write };
}

test('a new password takes the current one and the rule', async () => {
  const { api, submit, write } = await openPasswordForm();
  expect(screen.getByLabelText('Current password')).toBe(document.activeElement);
  await write('New password', 'short');
  await submit();
  await screen.findByText('Please input your Password!');
  screen.getByText(/^Password must contain minimum eight characters/);
  expect(api.getCalls('session.updatePassword')).toHaveLength(0);
});

test('a changed password says that the other sessions ended, and lists those left', async () => {
  const { api, submit, write } = await openPasswordForm({ updatePassword: { state: 'signedIn' } });
  await write('Current password', 'Steward-2026!');
  await write('New password', 'Changed-2027!');
  await submit();
  await screen.findByText('Your password has been changed. All other sessions have been ended.');
  expect(api.getCalls('session.updatePassword')[0]?.body).toEqual({
    password: 'Steward-2026!',
    newPassword: 'Changed-2027!',
  });
  expect(screen.queryByRole('form', { name: 'Change the password' })).toBeNull();
  expect(api.getCalls('session.listSessions')).toHaveLength(2);
});

test('a problem of the new password is shown at its field, and what was typed stays', async () => {
  const message = 'This password is easy to guess.';
  const { submit, write } = await openPasswordForm({
    updatePassword: new MockedProblem('session.guessable-password', { fields: [{ path: 'newPassword', message }] }),
  });
  await write('Current password', 'Steward-2026!');
  await write('New password', 'Password1!');
  await submit();
  await screen.findByText(message);
  expect(screen.getByLabelText('New password')).toHaveProperty('value', 'Password1!');
});
