import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { mockApi, MockedProblem, MockedRows, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { anna, bo, carl, session } from './testing/people.ts';
import { UsersListPage } from './users-list-page.tsx';

async function openList(exports: MockedEndpoints['exports']) {
  const api = mockApi({ session, users: { list: [anna, bo, carl] }, exports });
  renderPage(UsersListPage, '/users');
  await screen.findByText('3 users');
  return { api, person: userEvent.setup() };
}

type PersonAtPage = ReturnType<typeof userEvent.setup>;

const search = (person: PersonAtPage) => person.type(screen.getByPlaceholderText('Search...'), 'an');

async function choose(person: PersonAtPage, format: string) {
  await person.click(await screen.findByRole('button', { name: 'Download users' }));
  await person.click(await screen.findByRole('menuitem', { name: format }));
}

test('the users that search and status leave are downloaded in the chosen format', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const file = new MockedRows('"User ID"\r\n"1"\r\n', 'users-2026-11-20.csv', 1);
  const { api, person } = await openList({ listUsers: file });
  await choose(person, 'CSV');
  await vi.waitFor(() => expect(saved).toEqual(['users-2026-11-20.csv']));
  await search(person);
  await person.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Active');
  await choose(person, 'CSV for Excel');
  await vi.waitFor(() => expect(saved).toHaveLength(2));
  expect(api.getCalls('exports.listUsers').map(({ body }) => body)).toEqual([
    { format: 'csv' },
    { search: 'an', state: 'Active', format: 'excel' },
  ]);
});

test('no file is offered where no user is found', async () => {
  const { person } = await openList({});
  const button = await screen.findByRole('button', { name: 'Download users' });
  expect(button).toHaveProperty('disabled', false);
  await person.type(screen.getByPlaceholderText('Search...'), 'nobody');
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', true));
  await person.clear(screen.getByPlaceholderText('Search...'));
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', false));
});

test('more users than one download may have are offered as a prepared file with the same filter', async () => {
  const createFile = new MockedProblem('exports.files-waiting');
  const { api, person } = await openList({ listUsers: new MockedProblem('exports.too-large'), createFile });
  await search(person);
  await choose(person, 'JSON Lines');
  await person.click(await screen.findByRole('button', { name: 'Prepare the file' }));
  await vi.waitFor(() => expect(api.getCalls('exports.createFile')).toHaveLength(1));
  const [call] = api.getCalls('exports.createFile');
  expect(call?.body).toEqual({ kind: 'users', filter: { search: 'an' }, format: 'jsonl' });
});
