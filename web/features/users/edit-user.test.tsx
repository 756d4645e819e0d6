import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { mockApi, Refusal } from '../../api/testing/mock-api.ts';
import type { MockedEndpoints } from '../../api/testing/mock-api.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { button, field, openUserPage } from './testing/open-user-page.tsx';
import { anna, bo, session } from './testing/people.ts';
import { UserPage } from './user-page.tsx';

const openEdit = (users: MockedEndpoints['users'] = {}, user: User = bo) =>
  openUserPage('/users/$id', { get: user, update: { ...user, version: 4 }, ...users });

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

test.each(['Save changes', 'Cancel'])('%s leads back to the list as it was searched', async (name) => {
  const { page, person } = await openEdit();
  const usersSearch = { search: 'an', sortBy: 'email', order: 'descending' } as const;
  await act(() => page.router.navigate({ to: '/users/$id', state: { usersSearch } }));
  await person.click(button(name));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/users'));
  expect(page.router.state.location.search).toEqual(usersSearch);
});

test('whoever comes to the form from elsewhere is led to the whole list', async () => {
  const { page, person } = await openEdit();
  await person.click(button('Cancel'));
  await waitFor(() => expect(page.router.state.location.href).toBe('/users'));
});

test('a failed save keeps the page and what was typed', async () => {
  const { page, person } = await openEdit({ update: new Refusal('access.refused') });
  await person.type(field('Last Name'), ' Ek');
  await person.click(button('Save changes'));
  await screen.findByText('You are not authorized to perform this action!');
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

test('a save that comes too late shows both versions, and Keep mine saves mine on top of theirs', async () => {
  const { api, page, person } = await saveTooLate();
  const row = await screen.findByRole('row', { name: /Last Name/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Dahl', 'Ek']);
  expect(screen.queryByRole('row', { name: /SAP Login ID/ })).toBeNull();
  expect(field('Last Name').value).toBe('Ek');
  expect(field('SAP Login ID').value).toBe('NEW');
  await person.click(button('Keep mine'));
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

test('what I keep is checked once more before it is sent', async () => {
  const { api, page, person } = await saveTooLate();
  await person.clear(field('SAP Login ID'));
  await person.click(button('Keep mine'));
  await screen.findByText('SAP Login ID field is required!');
  expect(api.getCalls('users.update')).toHaveLength(1);
  expect(page.router.state.location.pathname).toBe('/users/%24id');
});

test('until it is decided what counts, mine are unsaved', async () => {
  const { person } = await saveTooLate();
  await person.click(button('Cancel'));
  await screen.findByRole('button', { name: 'Stay on this page' });
});

test('a deleted user leads back to the list, also with unsaved changes', async () => {
  const { api, page, person } = await openEdit({ delete: [bo.id] });
  await person.type(field('Last Name'), ' Ek');
  await person.click(button('Delete user'));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText('Bo Hannula, bo@acme.example');
  await person.type(within(dialog).getByRole('textbox'), 'DELETE');
  await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/users'));
  expect(api.getCalls('users.delete').map(({ body }) => body)).toEqual([[bo.id]]);
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
  mockApi({ session, users: { listRoles: ['User'], get: new Refusal('record.not-found') } });
  const { router } = renderPage(UserPage, '/users/$id');
  router.options.defaultNotFoundComponent = () => <h1>Not found</h1>;
  await screen.findByRole('heading', { name: 'Not found' });
});
