import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { fill } from '#web/testing/fill.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { ProfilePage } from './profile-page.tsx';

const ada = makeCurrentUser({
  company: 'Acme Manufacturing',
  sapId: 'ALOVE',
  version: 4,
});

async function openProfile(user: Partial<CurrentUser> = {}, endpoints: MockedEndpoints = {}) {
  const { session, ...others } = endpoints;
  const api = mockApi({ session: { createToken: makeToken, getUser: { ...ada, ...user }, ...session }, ...others });
  const page = renderPage(ProfilePage, '/settings');
  await screen.findByRole('textbox', { name: 'First Name' });
  return { api, page, person: userEvent.setup() };
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Save changes' });

test('the page says to whom the profile is visible, and shows the five fields', async () => {
  await openProfile();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Profile information');
  screen.getByText(/visible only to the admins of your company and to/);
  const values = ['First Name', 'Last Name', 'E-mail address', 'Company', 'SAP Login ID'].map(
    (name) => field(name).value,
  );
  expect(values).toEqual(['Ada', 'Lovelace', 'ada@acme.example', 'Acme Manufacturing', 'ALOVE']);
});

test('what others assign is read, and not sent', async () => {
  const assigned = { department: 'Sales', costCentre: '4711' };
  const { api, person } = await openProfile(assigned, { users: { update: { ...ada, ...assigned, version: 5 } } });
  expect([field('Department').readOnly, field('Cost centre').value]).toEqual([true, '4711']);
  await person.type(field('Last Name'), 'King');
  await person.click(save());
  await waitFor(() => expect(api.getCalls('users.update')).toHaveLength(1));
  expect(Object.keys(api.getCalls('users.update')[0]?.body as object)).not.toContain('department');
});

test.each(['First Name', 'Last Name', 'E-mail address', 'Company'])(
  'an empty %s is required, a blank one can not be empty',
  async (name) => {
    const { api, person } = await openProfile();
    await person.clear(field(name));
    await person.click(save());
    await screen.findByText('The field is required!');
    await person.type(field(name), '   ');
    await person.click(save());
    await screen.findByText('The field can not be empty!');
    expect(document.activeElement).toBe(field(name));
    expect(api.getCalls('users.update')).toHaveLength(0);
  },
);

test('an address that is none is refused before anything is sent', async () => {
  const { api, person } = await openProfile();
  await person.clear(field('E-mail address'));
  await fill(person, field('E-mail address'), 'ada@nowhere');
  await person.click(save());
  await screen.findByText('The input is not a valid email address!');
  expect(api.getCalls('users.update')).toHaveLength(0);
});

test('a save without a SAP ID sends the five fields with the version, stays and confirms', async () => {
  const { api, page, person } = await openProfile({}, { users: { update: { ...ada, version: 5, sapId: null } } });
  await person.clear(field('SAP Login ID'));
  await fill(person, field('First Name'), ' Augusta');
  await person.click(save());
  await screen.findByText('Your profile has been saved.');
  expect(api.getCalls('users.update').map(({ body }) => body)).toEqual([
    {
      firstName: 'Ada Augusta',
      lastName: 'Lovelace',
      email: 'ada@acme.example',
      company: 'Acme Manufacturing',
      sapId: '',
      version: 4,
    },
  ]);
  expect(page.router.state.location.pathname).toBe('/settings');
});

test('a changed address asks for the current password and leads to its code', async () => {
  const update = { ...ada, version: 5, pendingEmail: 'ada@new.example' };
  const { api, page, person } = await openProfile({}, { users: { update } });
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await person.clear(field('E-mail address'));
  await fill(person, field('E-mail address'), 'ada@new.example');
  await person.click(save());
  await screen.findByText('Please input your Password!');
  await fill(person, screen.getByLabelText('Current password'), 'Steward-2026!');
  await person.click(save());
  await screen.findByText('At /verify-account');
  expect(page.router.state.location.pathname).toBe('/verify-account');
  expect(api.getCalls('users.update')[0]?.body).toMatchObject({
    email: 'ada@new.example',
    currentPassword: 'Steward-2026!',
  });
});

test('the same address in other letters asks for no password', async () => {
  const { person } = await openProfile();
  await person.clear(field('E-mail address'));
  await fill(person, field('E-mail address'), 'Ada@Acme.Example');
  expect(screen.queryByLabelText('Current password')).toBeNull();
});

test('a wrong password stands under its field', async () => {
  const update = new MockedProblem('session.wrong-password', {
    fields: [{ path: 'currentPassword', message: 'The password is not correct.' }],
  });
  const { person } = await openProfile({}, { users: { update } });
  await fill(person, field('E-mail address'), '.org');
  await fill(person, screen.getByLabelText('Current password'), 'wrong');
  await person.click(save());
  await screen.findByText('The password is not correct.');
  expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
});

test('an address not yet proven is shown, and can be dropped for the old one', async () => {
  const pending = { pendingEmail: 'ada@new.example' };
  const { api, person } = await openProfile(pending, { session: { cancelContact: { state: 'signedIn' } } });
  screen.getByText('ada@new.example');
  expect(screen.getByRole('link', { name: 'Enter the code' }).getAttribute('href')).toBe('/verify-account');
  api.change({ session: { getUser: ada } });
  await person.click(screen.getByRole('button', { name: 'Cancel the change' }));
  await screen.findByText('The change was cancelled. You still sign in with ada@acme.example.');
  await waitFor(() => expect(screen.queryByText('ada@new.example')).toBeNull());
  expect(api.getCalls('session.cancelContact')).toHaveLength(1);
});

test('Cancel puts the saved values back and clears the messages', async () => {
  const { person } = await openProfile();
  await person.clear(field('First Name'));
  await person.click(save());
  await screen.findByText('The field is required!');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(field('First Name').value).toBe('Ada');
  expect(screen.queryByText('The field is required!')).toBeNull();
});

test('leaving with something unsaved asks first, and staying keeps it', async () => {
  const { page, person } = await openProfile();
  await person.type(field('First Name'), ' B.');
  await person.click(screen.getByRole('link', { name: 'Security' }));
  await person.click(await screen.findByRole('button', { name: 'Stay on this page' }));
  expect(page.router.state.location.pathname).toBe('/settings');
  expect(field('First Name').value).toBe('Ada B.');
  await person.click(screen.getByRole('link', { name: 'Security' }));
  await person.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await screen.findByText('At /settings/security');
});
