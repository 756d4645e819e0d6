import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toOptionalTexts, userLabels } from '#features/people/contract/user-fields.ts';
import type { User } from '#features/people/contract/users.ts';
import { fill } from '#web/testing/fill.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { EditUserPage } from './edit-user-page.tsx';
import { button, field, openUserForm } from './testing/open-user-form.tsx';
import { anna, bo, session } from './testing/people.ts';

const openEdit = (users: MockedEndpoints['users'] = {}, user: User = bo) =>
  openUserForm(
    EditUserPage,
    `/users/${user.id}`,
    { get: user, update: { ...user, version: 4 }, ...users },
    { pattern: '/users/$id' },
  );

test('a saved user is sent with the version, and leads back to the list', async () => {
  const { api, page, person } = await openEdit();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edit user');
  await person.clear(field('Last Name'));
  await person.type(field('Last Name'), 'Ek');
  await person.click(button('Save changes'));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/users'));
  const { firstName, email, company, roles } = bo;
  expect(api.getCalls('users.get').map(({ params }) => params)).toEqual([{ id: bo.id }]);
  expect(api.getCalls('users.update').map(({ params, body }) => ({ params, body }))).toEqual([
    {
      params: { id: bo.id },
      body: { firstName, lastName: 'Ek', email, company, ...toOptionalTexts(bo), roles, version: 3 },
    },
  ]);
});

test.each(['Save changes', 'Cancel'])('%s leads back to the list with its search and order', async (name) => {
  const { page, person } = await openEdit();
  const listSearch = { search: 'an', sortBy: 'email', order: 'descending' } as const;
  await act(() => page.router.navigate({ to: `/users/${bo.id}`, state: { listSearch } }));
  await person.click(button(name));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/users'));
  expect(page.router.state.location.search).toEqual(listSearch);
});

test('a form that was not opened from the list leads to the whole list', async () => {
  const { page, person } = await openEdit();
  await person.click(button('Cancel'));
  await waitFor(() => expect(page.router.state.location.href).toBe('/users'));
});

test('the form has a field for every value of a user', async () => {
  await openEdit();
  for (const label of Object.values(userLabels)) expect(screen.getAllByLabelText(label)).not.toHaveLength(0);
});

test('a failed save keeps the page and what was typed', async () => {
  const { page, person } = await openEdit({ update: new MockedProblem('access.refused') });
  await person.type(field('Last Name'), ' Ek');
  await person.click(button('Save changes'));
  await screen.findByText('You are not authorized to perform this action!');
  expect(field('Last Name').value).toBe('Hannula Ek');
  expect(page.router.state.location.pathname).toBe(`/users/${bo.id}`);
});

const changedByOthers = { ...bo, lastName: 'Dahl', sapId: 'NEW', version: 7 };

async function saveTooLate() {
  const opened = await openEdit({ update: new MockedProblem('record.stale', { current: changedByOthers }) });
  await opened.person.clear(field('Last Name'));
  await opened.person.type(field('Last Name'), 'Ek');
  await opened.person.click(button('Save changes'));
  await screen.findByText('Someone else has changed this');
  opened.api.change({ users: { update: { ...bo, version: 8 } } });
  return opened;
}

test('a stale save takes over what others alone have changed', async () => {
  await saveTooLate();
  expect(screen.queryByRole('row', { name: /SAP Login ID/ })).toBeNull();
  expect(field('SAP Login ID').value).toBe('NEW');
});

test('Use theirs leaves nothing unsaved', async () => {
  const { page, person } = await saveTooLate();
  await person.click(await screen.findByRole('button', { name: 'Use theirs' }));
  await person.click(button('Cancel'));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/users'));
});

test('Keep mine validates the form again before it is sent', async () => {
  const { api, page, person } = await saveTooLate();
  await person.clear(field('SAP Login ID'));
  await person.click(button('Keep mine'));
  await screen.findByText('SAP Login ID field is required!');
  expect(api.getCalls('users.update')).toHaveLength(1);
  expect(page.router.state.location.pathname).toBe(`/users/${bo.id}`);
});

test('a stale save leaves the changes unsaved until one version is chosen', async () => {
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
  await fill(person, within(dialog).getByRole('textbox'), 'DELETE');
  await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/users'));
  expect(api.getCalls('users.delete').map(({ body }) => body)).toEqual([[bo.id]]);
});

test('the signed-in user changes their own address in the profile only', async () => {
  await openEdit({}, anna);
  expect(field('E-mail address').disabled).toBe(true);
  expect(screen.getByRole('link', { name: 'your profile' }).getAttribute('href')).toBe('/settings');
});

test('a role that is held but can not be granted stays and is saved', async () => {
  const technical: User = { ...bo, roles: ['User', 'TechnicalUser'] };
  const { api, person } = await openEdit({}, technical);
  await person.click(button('Save changes'));
  await waitFor(() => expect(api.getCalls('users.update')).toHaveLength(1));
  expect(api.getCalls('users.update')[0]?.body).toMatchObject({ roles: ['User', 'TechnicalUser'] });
});

test('the page begins with who it is, then the role, and goes on with status and conversations', async () => {
  await openEdit();
  screen.getByText('Bo Hannula');
  expect(screen.getAllByText('Active')).toHaveLength(2);
  const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(sections).toEqual(['Person', 'Access', 'Work', 'Status', 'Conversations']);
});

test('the users before and after are those of the list as it stood, by button and by key', async () => {
  const { page, person } = await openEdit();
  const listSearch = { search: 'an', sortBy: 'firstName' } as const;
  await act(() => page.router.navigate({ to: `/users/${bo.id}`, state: { listSearch } }));
  await screen.findByText('2 of 2');
  expect(button('Next user')).toHaveProperty('disabled', true);
  await person.keyboard('j');
  expect(page.router.state.location.pathname).toBe(`/users/${bo.id}`);
  await person.keyboard('k');
  await waitFor(() => expect(page.router.state.location.pathname).toBe(`/users/${anna.id}`));
  expect(page.router.state.location.state.listSearch).toEqual(listSearch);
  // A key that is typed stays what it is.
  await person.type(field('Last Name'), 'k');
  expect(page.router.state.location.pathname).toBe(`/users/${anna.id}`);
});

test('an unknown id shows the not-found page', async () => {
  mockApi({ session, users: { listRoles: ['User'], get: new MockedProblem('record.not-found') } });
  const { router } = renderPage(EditUserPage, '/users/$id');
  router.options.defaultNotFoundComponent = () => <h1>Not found</h1>;
  await screen.findByRole('heading', { name: 'Not found' });
});

test('an invitation is sent again at once, beside the form', async () => {
  const invited: User = { ...bo, access: { ...bo.access, state: 'Invited', lastSignInAt: null } };
  const { api, person } = await openEdit({ sendInvitation: invited }, invited);
  await person.click(button('Send the invitation again'));
  await screen.findByText('The invitation has been sent to bo@acme.example.');
  expect(api.getCalls('users.sendInvitation').map(({ params }) => params)).toEqual([{ id: bo.id }]);
});

test('a user is deactivated after a question, and can be activated again', async () => {
  const deactivated: User = { ...bo, access: { ...bo.access, state: 'Deactivated' } };
  const { person } = await openEdit({ deactivate: deactivated });
  await person.click(button('Deactivate'));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(/signed out immediately/);
  await person.click(dialog.getByRole('button', { name: 'Deactivate' }));
  await screen.findByText('The user has been deactivated.');
  button('Activate again');
});

test('a second factor that is on can be reset; oneself cannot be deactivated', async () => {
  const own: User = { ...anna, access: { ...anna.access, hasTwoFactor: true } };
  await openEdit({}, own);
  button('Reset two-factor authentication');
  expect(screen.queryByRole('button', { name: 'Deactivate' })).toBeNull();
});
