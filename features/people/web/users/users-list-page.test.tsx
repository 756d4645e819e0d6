import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#features/people/contract/users.ts';
import { fill } from '#web/testing/fill.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { focusHeading } from '#web/lib/focus-heading.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { anna, bo, carl, session } from './testing/people.ts';
import { UsersListPage } from './users-list-page.tsx';
import { listCells } from '#web/testing/list-cells.ts';

/** jsdom measures every row as 0 pixels high, and then all of them would be in view. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(38);
});

async function openList(list: User[] = [anna, bo, carl], users: MockedEndpoints['users'] = {}) {
  const api = mockApi({ session, users: { list, ...users } });
  const page = renderPage(UsersListPage, '/users');
  if (list.length > 0) await screen.findByRole('row', { name: /Anna/ });
  return { api, page, person: userEvent.setup() };
}

const search = () => screen.getByPlaceholderText<HTMLInputElement>('Search...');
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const selectAll = () => box('Select all users of the list');
/** The links of the page, without the one that invites many. */
const shownNames = () =>
  screen
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
    .filter((name) => name !== 'Invite many users');

test('the table has the specified columns, a row for each user and counts them', async () => {
  await openList();
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(['', 'First Name', 'Last Name', 'E-mail', 'Company', 'Role', 'Status', 'Last sign-in']);
  const row = screen.getByRole('row', { name: /Bo/ });
  const texts = listCells(row).map(({ textContent }) => textContent);
  expect(texts.join('; ')).toBe('; Bo; Hannula; bo@acme.example; Acme South; User; Active; 20 Nov 2026');
  screen.getByText('3 users');
});

test('New user is always there, Delete only with users selected', async () => {
  const { person } = await openList();
  expect(screen.getByRole('link', { name: 'New user' }).getAttribute('href')).toBe('/users/newUser');
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  await person.click(box('Select Bo Hannula'));
  screen.getByRole('button', { name: 'Delete' });
  screen.getByText('1 selected');
});

test('the search keeps matching users and shows the literal match in bold', async () => {
  const { person } = await openList();
  await person.type(search(), 'AN');
  expect(shownNames()).toEqual(['New user', 'Anna', 'Bo']);
  const bold = within(screen.getByRole('row', { name: /Hannula/ })).getByText('an');
  expect(bold.tagName).toBe('B');
  await person.clear(search());
  await person.type(search(), '(north');
  expect(shownNames()).toEqual(['New user', 'Anna']);
  expect(screen.getByText('(North').tagName).toBe('B');
  screen.getByText('1 of 3 users');
});

test('the search is kept in the address, and the address fills the search', async () => {
  const { page, person } = await openList();
  await person.type(search(), 'bo');
  await waitFor(() => expect(page.router.state.location.search).toEqual({ search: 'bo' }));
  await act(() => page.router.navigate({ to: '/users', search: { search: 'carl' } }));
  expect(search().value).toBe('carl');
  expect(shownNames()).toEqual(['New user', 'Carl']);
});

test('a search without a match says so', async () => {
  const { person } = await openList();
  await person.type(search(), '.*');
  screen.getByText('No users matching the current search.');
  expect(screen.queryByRole('table')).toBeNull();
});

test('a company without users shows a link to add some', async () => {
  await openList([]);
  await screen.findByText('No users to display.');
  expect(screen.getByRole('link', { name: 'Add users' }).getAttribute('href')).toBe('/users/newUser');
});

test('the header checkbox selects and deselects exactly the filtered users', async () => {
  const { person } = await openList();
  await person.type(search(), 'an');
  await person.click(selectAll());
  screen.getByText('2 selected');
  await person.clear(search());
  expect(selectAll().indeterminate).toBe(true);
  expect(box('Select Carl Dahl').checked).toBe(false);
  await person.click(selectAll());
  expect(selectAll().checked).toBe(true);
  screen.getByText('3 selected');
  await person.click(selectAll());
  expect(screen.queryByText(/selected/)).toBeNull();
});

test('a column head orders the list, and the order is kept in the address', async () => {
  const { page, person } = await openList();
  const sorted = () => screen.getByRole('columnheader', { name: 'Last Name' }).getAttribute('aria-sort');
  // The order that the list arrives in is marked too.
  expect(sorted()).toBe('ascending');
  await person.click(screen.getByRole('button', { name: 'Last Name' }));
  await waitFor(() => expect(shownNames()).toEqual(['New user', 'Bo', 'Carl', 'Anna']));
  expect(page.router.state.location.search).toEqual({ sortBy: 'lastName', order: 'descending' });
  expect(sorted()).toBe('descending');
  await person.click(screen.getByRole('button', { name: 'Last Name' }));
  await waitFor(() => expect(shownNames()).toEqual(['New user', 'Anna', 'Carl', 'Bo']));
  expect(page.router.state.location.search).toEqual({ sortBy: 'lastName' });
});

test('a click on a row opens the user, one on its checkbox does not', async () => {
  const { page, person } = await openList();
  await person.click(box('Select Bo Hannula'));
  expect(page.router.state.location.pathname).toBe('/users');
  await person.click(screen.getByText('bo@acme.example'));
  await screen.findByText(`At /users/${bo.id}`);
});

test('a form opened from the list carries search and order of the list', async () => {
  const { page, person } = await openList();
  await act(() => page.router.navigate({ to: '/users', search: { sortBy: 'lastName' } }));
  await person.type(search(), 'bo');
  await person.click(screen.getByRole('link', { name: 'Bo' }));
  await screen.findByText(`At /users/${bo.id}`);
  expect(page.router.state.location.state.listSearch).toEqual({ search: 'bo', sortBy: 'lastName' });
  expect(page.router.state.location.search).toEqual({});

  await act(() => page.router.navigate({ to: '/users', search: { search: 'carl' } }));
  await person.click(await screen.findByRole('link', { name: 'New user' }));
  await screen.findByText('At /users/newUser');
  expect(page.router.state.location.state.listSearch).toEqual({ search: 'carl' });
});

test('the keyboard alone selects a user and opens one', async () => {
  const { person } = await openList();
  box('Select Bo Hannula').focus();
  await person.keyboard(' ');
  expect(box('Select Bo Hannula').checked).toBe(true);
  await person.tab();
  await person.keyboard('{Enter}');
  await screen.findByText(`At /users/${bo.id}`);
});

async function askToDelete(person: ReturnType<typeof userEvent.setup>, word: string) {
  await person.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog');
  await person.type(within(dialog).getByRole('textbox'), word);
  await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
  return dialog;
}

test('deleting names the users, takes the word DELETE exactly, and removes them from list and selection', async () => {
  const { api, person } = await openList();
  await person.click(box('Select Bo Hannula'));
  await person.click(box('Select Carl Dahl'));
  const dialog = await askToDelete(person, 'delete');
  within(dialog).getByText('Please enter DELETE to confirm the deletion');
  within(dialog).getByText('Bo Hannula, bo@acme.example');
  expect(api.getCalls('users.delete')).toHaveLength(0);

  api.change({ users: { delete: [bo.id, carl.id], list: [anna] } });
  await person.clear(within(dialog).getByRole('textbox'));
  await fill(person, within(dialog).getByRole('textbox'), 'DELETE');
  await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText('2 users have been deleted.');
  expect(api.getCalls('users.delete').map(({ body }) => body)).toEqual([[bo.id, carl.id]]);
  await waitFor(() => expect(shownNames()).toEqual(['New user', 'Anna']));
  expect(screen.queryByText(/selected/)).toBeNull();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('User management'));
});

test('clearing the search or the selection keeps the focus on the page', async () => {
  const { person } = await openList();
  await person.type(search(), 'an');
  await person.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(document.activeElement).toBe(search());
  await person.click(box('Select Bo Hannula'));
  await person.click(screen.getByRole('button', { name: 'Clear' }));
  expect(document.activeElement?.textContent).toBe('User management');
});

test('a failed deletion shows its problem and keeps dialog, list and selection', async () => {
  const { person } = await openList(undefined, { delete: new MockedProblem('record.not-found') });
  await person.click(box('Select Bo Hannula'));
  await askToDelete(person, 'DELETE');
  await screen.findByText('This record does not exist.');
  screen.getByRole('dialog');
  screen.getByText('1 selected');
});

const makeUsers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...anna,
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  }));

test('six hundred users are whole in the page', async () => {
  mockApi({ session, users: { list: makeUsers(600) } });
  renderPage(UsersListPage, '/users');
  await screen.findByText('600 users');
  await waitFor(() => expect(document.querySelectorAll('tbody tr').length).toBe(600));
});

test('the rows follow those in view, are counted from the start, and are copied with tabs between the cells', async () => {
  mockApi({ session, users: { list: makeUsers(100) } });
  renderPage(UsersListPage, '/users');
  await screen.findByText('100 users');
  const table = screen.getByRole('table');
  expect(table.querySelectorAll('tbody tr:not([aria-hidden])').length).toBeLessThan(60);
  expect(table.getAttribute('aria-rowcount')).toBe('101');
  await waitFor(() => expect(table.querySelectorAll('tbody tr').length).toBe(100));
  expect(table.querySelector('tbody tr:last-child')?.getAttribute('aria-rowindex')).toBe('101');
  getSelection()?.selectAllChildren(table);
  const copied = new Map<string, string>();
  fireEvent.copy(table, { clipboardData: { setData: (type: string, data: string) => copied.set(type, data) } });
  expect(copied.get('text/plain')?.split('\n')[1]).toContain(`\t${anna.firstName}\t${anna.lastName}\t${anna.email}\t`);
  expect(copied.get('text/html')).toContain('<td');
});

test('a longer list draws the rows in view only, all of them on paper, and changes at most 1,000 at once', async () => {
  mockApi({ session, users: { list: makeUsers(2501) } });
  renderPage(UsersListPage, '/users');
  const person = userEvent.setup();
  await person.click(await screen.findByRole('checkbox', { name: 'Select all users of the list' }));
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('2502');
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(document.querySelectorAll('tbody tr').length).toBe(2501);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(document.querySelectorAll('tbody tr').length).toBeLessThan(60);
  screen.getByText('You can change at most 1,000 users at once');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Change the selected users' }).disabled).toBe(true);
});

test('the list is filtered by the status of users, and says who has never signed in', async () => {
  const invited: User = { ...bo, access: { ...bo.access, state: 'Invited', lastSignInAt: null } };
  const { page, person } = await openList([anna, invited]);
  within(screen.getByRole('row', { name: /Bo/ })).getByText('Never');
  await person.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Invited');
  await waitFor(() => expect(page.router.state.location.search).toEqual({ state: 'Invited' }));
  expect(shownNames()).toEqual(['New user', 'Bo']);
  screen.getByText('1 of 2 users');
  await person.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Deactivated');
  await screen.findByText('No users match these filters.');
  await person.type(search(), 'bo');
  await screen.findByText('No users matching the current search.');
});

test('a user who was created just before is named with a link', async () => {
  const { page } = await openList();
  const state = { changedRecord: bo.id, createdUser: { id: bo.id, name: 'Bo Hannula' } };
  await act(() => page.router.navigate({ to: '/users', state }));
  expect(screen.getByRole('link', { name: 'Bo Hannula' }).getAttribute('href')).toBe(`/users/${bo.id}`);
  expect(screen.getByRole('row', { name: /Bo/ }).hasAttribute('data-revealed')).toBe(true);
  expect(screen.getByRole('row', { name: /Anna/ }).hasAttribute('data-revealed')).toBe(false);
});

test('the focus of a new page goes to the link of the user who was saved, and stays where it was moved', async () => {
  const { page } = await openList();
  const focused = () => document.activeElement;
  focusHeading();
  await act(() => page.router.navigate({ to: '/users', state: { changedRecord: bo.id } }));
  await expect.poll(() => focused()?.getAttribute('href')).toBe(`/users/${bo.id}`);
  const field = screen.getByRole('searchbox');
  field.focus();
  await act(() => page.router.navigate({ to: '/users', state: { changedRecord: anna.id } }));
  await expect.poll(() => screen.getByRole('row', { name: /Anna/ }).hasAttribute('data-revealed')).toBe(true);
  expect(focused()).toBe(field);
});

test('a deletion says that it leaves out oneself, and what becomes of conversations', async () => {
  const many = Array.from({ length: 5 }, (_, place) => ({ ...bo, id: bo.id.replace('b22', `b2${place}`) }));
  const { person } = await openList([anna, ...many]);
  await person.click(selectAll());
  await person.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete 5 users' });
  within(dialog).getByText('1 user is not included:');
  within(dialog).getByText('Anna Berg');
  within(dialog).getByText(/Conversations stay in the logs/);
});

test('a deletion of oneself alone is no deletion, and says why', async () => {
  const { person } = await openList();
  await person.click(box('Select Anna Berg'));
  await person.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete' });
  within(dialog).getByText('None of the selected users can be included.');
  within(dialog).getByText(/^You, who can delete yourself on your own page only/);
  await person.click(within(dialog).getByText('Close'));
});
