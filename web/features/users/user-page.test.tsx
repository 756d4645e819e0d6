import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { mockApi, Refusal } from '../../api/testing/mock-api.ts';
import type { MockedEndpoints } from '../../api/testing/mock-api.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { anna, bo, session } from './testing/people.ts';
import { UserPage } from './user-page.tsx';

const newId = '7c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e4f';

async function open(path: string, users: MockedEndpoints['users']) {
  const api = mockApi({ session, users: { roles: ['SuperAdmin', 'Admin', 'User'], ...users } });
  const page = renderPage(UserPage, path);
  await screen.findByRole('textbox', { name: 'First Name' }, { timeout: 5000 });
  return { api, page, person: userEvent.setup() };
}

const openNew = (users: MockedEndpoints['users'] = {}) => open('/users/newUser', { create: { id: newId }, ...users });
const openEdit = (users: MockedEndpoints['users'] = {}, user: User = bo) =>
  open('/users/$id', { get: user, update: { ...user, version: 4 }, ...users });

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const button = (name: string) => screen.getByRole('button', { name });

async function fillIn(person: ReturnType<typeof userEvent.setup>) {
  await person.type(field('First Name'), 'Dina');
  await person.type(field('Last Name'), 'Ek');
  await person.type(field('E-mail address'), 'dina@acme.example');
  await person.type(field('Company Name'), 'Acme');
  await person.type(field('SAP Login ID'), 'DEK');
}

const dina = {
  firstName: 'Dina',
  lastName: 'Ek',
  email: 'dina@acme.example',
  company: 'Acme',
  sapId: 'DEK',
  roles: ['User'],
};

test('the create form is titled, starts with the role User and tells what will be mailed', async () => {
  await openNew();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create new user');
  expect(screen.getByText(/temporary password/)).toBeTruthy();
  expect(screen.getByText('User')).toBeTruthy();
  expect(button('Create new user')).toBeTruthy();
  expect(button('Cancel')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete user' })).toBeNull();
});

test('every field that is left out is required, in the words of the specification', async () => {
  const { api, person } = await openNew();
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
    expect(await screen.findByText(message)).toBeTruthy();
  }
  expect(document.activeElement).toBe(field('First Name'));
  expect(api.getCalls('users.create')).toHaveLength(0);
});

test('white space alone is refused in every field, no-break spaces too', async () => {
  const { person } = await openNew();
  for (const name of ['First Name', 'Last Name', 'E-mail address', 'Company Name', 'SAP Login ID']) {
    await person.type(field(name), ' \u00A0 ');
  }
  await person.click(button('Create new user'));
  for (const message of [
    'The First Name can not be empty!',
    'The Last Name can not be empty!',
    'The Email can not be empty!',
    'The Company can not be empty!',
    'The SAP Login ID can not be empty!',
  ]) {
    expect(await screen.findByText(message)).toBeTruthy();
  }
});

test('an address that is none is refused', async () => {
  const { person } = await openNew();
  await person.type(field('E-mail address'), 'dina@nowhere');
  await person.click(button('Create new user'));
  expect(await screen.findByText('The input is not a valid email address!')).toBeTruthy();
});

test('a created user is sent once, confirmed, and leads back to the list', async () => {
  const { api, page, person } = await openNew();
  await fillIn(person);
  await person.dblClick(button('Create new user'));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/users'));
  expect(await screen.findByText('The user has been created. An e-mail goes to dina@acme.example.')).toBeTruthy();
  const calls = api.getCalls('users.create');
  expect(calls.map(({ body }) => body)).toEqual([dina]);
  expect(calls[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
});

test('an attempt without an answer is repeated under the same key, one after a refusal under a new one', async () => {
  const { api, person } = await openNew({ create: new Refusal('users.email-taken') });
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
  await screen.findByText('The portal can not be reached right now. Please try again shortly.');
  api.change({ users: { create: { id: newId } } });
  await person.click(button('Create new user'));
  await waitFor(() => expect(api.getCalls('users.create')).toHaveLength(3));
  const keys = api.getCalls('users.create').map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[1]);
});

test('a taken address is told under its field, and nothing typed is lost', async () => {
  const { page, person } = await openNew({ create: new Refusal('users.email-taken') });
  await fillIn(person);
  await person.click(button('Create new user'));
  const message = await screen.findByText('A user with this e-mail address already exists.');
  expect(field('E-mail address').getAttribute('aria-describedby')).toContain(message.id);
  expect(field('First Name').value).toBe('Dina');
  expect(page.router.state.location.pathname).toBe('/users/newUser');
});

test('fields that the server refuses get its messages', async () => {
  const fields = [{ path: 'sapId', message: 'The input can have at most 200 characters.' }];
  const { person } = await openNew({ create: new Refusal('request.invalid', { fields }) });
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
  expect(await screen.findByText('No seats are left.')).toBeTruthy();
  expect(page.router.state.location.pathname).toBe('/users/newUser');
});

test('only roles that may be given are offered', async () => {
  const { person } = await openNew({ roles: ['Admin', 'User'] });
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

test('a saved user is sent with the version, and leads back to the list', async () => {
  const { api, page, person } = await openEdit();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edit user');
  await person.clear(field('Last Name'));
  await person.type(field('Last Name'), 'Ek');
  await person.click(button('Save changes'));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/users'));
  const { firstName, email, company, sapId, roles } = bo;
  expect(api.getCalls('users.update').map(({ body }) => body)).toEqual([
    { firstName, lastName: 'Ek', email, company, sapId, roles, version: 3 },
  ]);
});

test('a failed save keeps the page and what was typed', async () => {
  const { page, person } = await openEdit({ update: new Refusal('access.refused') });
  await person.type(field('Last Name'), ' Ek');
  await person.click(button('Save changes'));
  expect(await screen.findByText('You are not authorized to perform this action!')).toBeTruthy();
  expect(field('Last Name').value).toBe('Hannula Ek');
  expect(page.router.state.location.pathname).toBe('/users/%24id');
});

const changedByOthers = { ...bo, lastName: 'Dahl', sapId: 'NEW', version: 7 };

async function saveTooLate() {
  const opened = await openEdit({ update: new Refusal('record.stale', { current: changedByOthers }) });
  await opened.person.clear(field('Last Name'));
  await opened.person.type(field('Last Name'), 'Ek');
  await opened.person.click(button('Save changes'));
  await screen.findByText('This was changed by someone else meanwhile');
  opened.api.change({ users: { update: { ...bo, version: 8 } } });
  return opened;
}

test('a save that comes too late shows both versions and keeps mine on top of theirs', async () => {
  const { api, page, person } = await saveTooLate();
  const row = await screen.findByRole('row', { name: /Last Name/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Dahl', 'Ek']);
  expect(screen.getByRole('row', { name: /SAP Login ID/ }).textContent).toContain('NEWnot changed by you');
  await person.click(button('Keep mine'));
  expect(field('Last Name').value).toBe('Ek');
  expect(field('SAP Login ID').value).toBe('NEW');
  await person.click(button('Save changes'));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/users'));
  expect(api.getCalls('users.update').at(-1)?.body).toMatchObject({ lastName: 'Ek', sapId: 'NEW', version: 7 });
});

test('theirs can be taken instead, and then there is nothing unsaved', async () => {
  const { page, person } = await saveTooLate();
  await person.click(await screen.findByRole('button', { name: 'Use theirs' }));
  expect(field('Last Name').value).toBe('Dahl');
  expect(screen.queryByRole('button', { name: 'Keep mine' })).toBeNull();
  await person.click(button('Cancel'));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/users'));
});

test('mine kept but not saved is still unsaved', async () => {
  const { person } = await saveTooLate();
  await person.click(await screen.findByRole('button', { name: 'Keep mine' }));
  await person.click(button('Cancel'));
  expect(await screen.findByRole('button', { name: 'Stay on this page' })).toBeTruthy();
});

test('a deleted user leads back to the list, also with unsaved changes', async () => {
  const { api, page, person } = await openEdit({ remove: [bo.id] });
  await person.type(field('Last Name'), ' Ek');
  await person.click(button('Delete user'));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Bo Hannula, bo@acme.example')).toBeTruthy();
  await person.type(within(dialog).getByRole('textbox'), 'DELETE');
  await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/users'));
  expect(api.getCalls('users.remove').map(({ body }) => body)).toEqual([[bo.id]]);
});

test('one’s own address is changed in the profile alone', async () => {
  await openEdit({}, anna);
  expect(field('E-mail address').disabled).toBe(true);
  expect(screen.getByRole('link', { name: 'your profile' }).getAttribute('href')).toBe('/settings');
});

test('a role that is held but not to be given stays, and can be saved', async () => {
  const technical: User = { ...bo, roles: ['User', 'TechnicalUser'] };
  const { api, person } = await openEdit({}, technical);
  await person.click(button('Save changes'));
  await waitFor(() => expect(api.getCalls('users.update')).toHaveLength(1));
  expect(api.getCalls('users.update')[0]?.body).toMatchObject({ roles: ['User', 'TechnicalUser'] });
});

test('an id that is nobody’s shows the not-found page', async () => {
  mockApi({ session, users: { roles: ['User'], get: new Refusal('record.not-found') } });
  const { router } = renderPage(UserPage, '/users/$id');
  router.options.defaultNotFoundComponent = () => <h1>Not found</h1>;
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeTruthy();
});
