import { screen, waitFor } from '@testing-library/react';
import type { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { toOptionalTexts } from '#features/people/contract/user-fields.ts';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { fill } from '#web/testing/fill.ts';
import { MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { NewUserPage } from './new-user-page.tsx';
import { button, field, openUserForm } from './testing/open-user-form.tsx';

const newId = '7c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e4f';

const openNew = (users: MockedEndpoints['users'] = {}, user: Partial<CurrentUser> = {}) =>
  openUserForm(NewUserPage, '/users/newUser', { create: { id: newId }, ...users }, { user });

async function fillIn(person: ReturnType<typeof userEvent.setup>) {
  await fill(person, field('First Name'), 'Dina');
  await person.type(field('Last Name'), 'Ek');
  await fill(person, field('E-mail address'), 'dina@acme.example');
  await person.type(field('SAP Login ID'), 'DEK');
}

const dina = {
  firstName: 'Dina',
  lastName: 'Ek',
  email: 'dina@acme.example',
  company: 'Acme Manufacturing',
  ...toOptionalTexts({}),
  sapId: 'DEK',
  roles: ['User'],
};

test('the create form starts with the role User and announces the mail', async () => {
  await openNew();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create new user');
  screen.getByText(/temporary password/);
  screen.getByText('User');
  button('Create new user');
  button('Cancel');
  expect(screen.queryByRole('button', { name: 'Delete user' })).toBeNull();
});

test('where the company demands single sign-on, no temporary password is announced', async () => {
  await openNew({}, { isSingleSignOnDemanded: true });
  screen.getByText(/invitation to sign in with single sign-on/);
  expect(screen.queryByText(/temporary password/)).toBeNull();
});

test('every field that is left out is required, in the words of the specification', async () => {
  const { api, person } = await openNew();
  await person.clear(field('Company Name'));
  await person.click(screen.getByRole('combobox', { name: 'Role' }));
  await person.keyboard('{Backspace}');
  await person.click(button('Create new user'));
  for (const message of [
    'The First Name field is required!',
    'The Last Name field is required!',
    'The Email field is required!',
    'The Company field is required!',
    'SAP Login ID field is required!',
    'The Roles field is required!',
  ]) {
    await screen.findByText(message);
  }
  expect(document.activeElement).toBe(field('First Name'));
  expect(api.getCalls('users.create')).toHaveLength(0);
});

test('white space alone is rejected in every field, no-break spaces too', async () => {
  const { person } = await openNew();
  await person.clear(field('Company Name'));
  for (const name of ['First Name', 'Last Name', 'E-mail address', 'Company Name', 'SAP Login ID']) {
    await fill(person, field(name), ' \u00A0 ');
  }
  await person.click(button('Create new user'));
  for (const message of [
    'The First Name can not be empty!',
    'The Last Name can not be empty!',
    'The Email can not be empty!',
    'The Company can not be empty!',
    'The SAP Login ID can not be empty!',
  ]) {
    await screen.findByText(message);
  }
});

test('an invalid address is rejected', async () => {
  const { person } = await openNew();
  await fill(person, field('E-mail address'), 'dina@nowhere');
  await person.click(button('Create new user'));
  await screen.findByText('The input is not a valid email address!');
});

test('a created user is sent once, confirmed, and leads back to the list', async () => {
  const { api, page, person } = await openNew();
  await fillIn(person);
  await person.dblClick(button('Create new user'));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/users'));
  await screen.findByText('The user has been created. An e-mail has been sent to dina@acme.example.');
  expect(page.router.state.location.state.createdUser).toEqual({ id: newId, name: 'Dina Ek' });
  const calls = api.getCalls('users.create');
  expect(calls.map(({ body }) => body)).toEqual([dina]);
  expect(calls[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
});

test('an attempt without an answer is repeated under the same key, one after a problem under a new key', async () => {
  const { api, person } = await openNew({ create: new MockedProblem('users.email-taken') });
  await fillIn(person);
  await person.click(button('Create new user'));
  await screen.findByText('A user with this e-mail address already exists.');
  api.change({
    users: {
      create: () => {
        throw new TypeError('Failed to fetch');
      },
    },
  });
  await person.click(button('Create new user'));
  await screen.findByText('The portal cannot be reached right now. Please try again shortly.');
  api.change({ users: { create: { id: newId } } });
  await person.click(button('Create new user'));
  await waitFor(() => expect(api.getCalls('users.create')).toHaveLength(3));
  const keys = api.getCalls('users.create').map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[1]);
});

test('a taken address is reported under its field, and the typed values stay', async () => {
  const { page, person } = await openNew({ create: new MockedProblem('users.email-taken') });
  await fillIn(person);
  await person.click(button('Create new user'));
  const message = await screen.findByText('A user with this e-mail address already exists.');
  expect(field('E-mail address').getAttribute('aria-describedby')).toContain(message.id);
  expect(field('First Name').value).toBe('Dina');
  expect(page.router.state.location.pathname).toBe('/users/newUser');
});

test('messages of the server appear under their fields', async () => {
  const fields = [{ path: 'sapId', message: 'The input can have at most 200 characters.' }];
  const { person } = await openNew({ create: new MockedProblem('request.invalid', { fields }) });
  await fillIn(person);
  await person.click(button('Create new user'));
  const message = await screen.findByText('The input can have at most 200 characters.');
  expect(field('SAP Login ID').getAttribute('aria-describedby')).toContain(message.id);
});

test('an answer without an id shows its errorMessage', async () => {
  const { page, person } = await openNew();
  await fillIn(person);
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const isCreate = input instanceof Request && input.method === 'POST' && input.url.endsWith('/users');
    return isCreate ? Promise.resolve(Response.json({ errorMessage: 'No seats are left.' })) : fetch(input, init);
  };
  await person.click(button('Create new user'));
  await screen.findByText('No seats are left.');
  expect(page.router.state.location.pathname).toBe('/users/newUser');
});

test('only grantable roles are offered', async () => {
  const { person } = await openNew({ listRoles: ['Admin', 'User'] });
  await person.click(screen.getByRole('combobox', { name: 'Role' }));
  const offered = await screen.findAllByRole('option', { hidden: true });
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Admin']);
});

test('Cancel leads back to the list, and asks first where something was typed', async () => {
  const { page, person } = await openNew();
  await person.type(field('First Name'), 'D');
  await person.click(button('Cancel'));
  await person.click(await screen.findByRole('button', { name: 'Stay on this page' }));
  expect(page.router.state.location.pathname).toBe('/users/newUser');
  await person.click(button('Cancel'));
  await person.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/users'));
});
