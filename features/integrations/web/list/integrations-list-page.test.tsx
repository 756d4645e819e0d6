import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Integration } from '#features/integrations/contract/integrations.ts';
import { fill } from '#web/testing/fill.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { IntegrationsListPage } from './integrations-list-page.tsx';
import { assistant, erp, session, slack } from '../testing/integrations.ts';
import { listCells } from '#web/testing/list-cells.ts';

/** jsdom measures every row as 0 pixels high, and then all of them would be in view. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(38);
});

const none = 'No integrations matching the current search options.';

interface Opening {
  list?: Integration[];
  path?: string;
  endpoints?: MockedEndpoints['integrations'];
}

/** Shown once the list is loaded: '3 integrations', '1 of 3 integrations'. */
const count = /^\d.* integrations?$/;

async function openList({ list = [assistant, erp, slack], path = '/connections', endpoints = {} }: Opening = {}) {
  const api = mockApi({ session, integrations: { list, ...endpoints } });
  const page = renderPage(IntegrationsListPage, path);
  if (list.length > 0) await screen.findByText(count);
  return { api, page, person: userEvent.setup() };
}

const search = () => screen.getByPlaceholderText<HTMLInputElement>('Search...');
const choice = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const shownNames = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).queryByRole('link')?.textContent);
const optionsOf = (name: string) => screen.getByRole('button', { name: `Options of ${name}` });

test('the table has the specified columns and a row for each integration, with its status in words', async () => {
  await openList();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Integrations');
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(['', 'Name', 'Service provider', 'Service', 'Status', 'Health', 'Options']);
  const cells = listCells(screen.getByRole('row', { name: /Helpdesk/ }));
  expect(cells.slice(1, 6).map(({ textContent }) => textContent)).toEqual([
    'Helpdesk assistant',
    'IBM Watson',
    'Watson Assistant',
    'Active',
    'Never tested',
  ]);
  screen.getByText('3 integrations');
});

test('Active is green and Disabled is red', async () => {
  await openList();
  const tone = (name: RegExp, status: string) =>
    within(screen.getByRole('row', { name })).getByText(status).closest('[data-tone]')?.getAttribute('data-tone');
  expect(tone(/Helpdesk/, 'Active')).toBe('green');
  expect(tone(/Finance/, 'Disabled')).toBe('red');
});

test('the health is a word and an icon, with what failed or when the connection worked last', async () => {
  await openList();
  const health = (name: RegExp) => listCells(screen.getByRole('row', { name }))[5];
  expect(health(/Finance/)?.textContent).toBe('BrokenThe address could not be reached.');
  expect(health(/All hands/)?.textContent).toBe('Working3 Nov 2026, 10:15:00');
  expect(health(/Finance/)?.querySelector('svg')).not.toBeNull();
});

test('while the integrations load, a skeleton of the table is shown below its toolbar, without a count', async () => {
  const answer = Promise.withResolvers<Integration[]>();
  mockApi({ session, integrations: { list: () => answer.promise } });
  renderPage(IntegrationsListPage, '/connections');
  await screen.findByText('Loading integrations', { selector: 'span' });
  screen.getByRole('searchbox');
  expect(screen.queryByText(count)).toBeNull();
  await act(async () => answer.resolve([assistant]));
  await screen.findByRole('link', { name: 'Helpdesk assistant' });
});

test('a company without integrations gets a link to the catalogue', async () => {
  await openList({ list: [] });
  await screen.findByText("You don't have any active integrations yet.");
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Add integration', '/connections/catalogue'],
    ['Choose one from the catalogue', '/connections/catalogue'],
  ]);
});

test('who only reads opens the form from the name, and is offered no change', async () => {
  const getUser = makeCurrentUser({ roles: ['User'], rights: { integrations: { User: 'read' } } });
  mockApi({ session: { createToken: makeToken, getUser }, integrations: { list: [assistant] } });
  renderPage(IntegrationsListPage, '/connections');
  await screen.findByText(count);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Helpdesk assistant']);
  expect(screen.queryByRole('button', { name: /^Options of/ })).toBeNull();
});

test('the search keeps matching integrations and marks the literal match', async () => {
  const { person } = await openList();
  await person.type(search(), 'WATSON');
  expect(shownNames()).toEqual(['Helpdesk assistant']);
  expect(screen.getAllByText('Watson').map(({ tagName }) => tagName)).toEqual(['B', 'B']);
  screen.getByText('1 of 3 integrations');
  await person.clear(search());
  await person.type(search(), '(north');
  expect(shownNames()).toEqual(['Finance (North)']);
});

test('provider, category and status each filter the list, and are kept in the address', async () => {
  const { page, person } = await openList();
  await person.selectOptions(choice('Status'), 'Active');
  await waitFor(() => expect(shownNames()).toEqual(['Helpdesk assistant', 'All hands']));
  await person.selectOptions(choice('Category'), 'Communication tools');
  await waitFor(() => expect(shownNames()).toEqual(['All hands']));
  await person.selectOptions(choice('Service provider'), 'IBM Watson');
  await screen.findByText(none);
  expect(page.router.state.location.search).toEqual({ provider: 'IBM', category: 'CT', status: 'Active' });
  await person.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await waitFor(() => expect(shownNames()).toHaveLength(3));
  expect(page.router.state.location.search).toEqual({});
  expect(document.activeElement?.textContent).toBe('Integrations');
});

test('the provider filter offers the seven providers, and the category filter the four categories', async () => {
  await openList();
  const labels = (name: string) => [...choice(name).options].map(({ textContent }) => textContent);
  expect(labels('Service provider')).toEqual([
    'All providers',
    'SAP',
    'IBM Watson',
    'the provider',
    'Google',
    'Microsoft',
    'Slack',
    'Oracle',
  ]);
  expect(labels('Category')).toEqual(['All categories', 'ERP', 'CRM', 'Technology Provider', 'Communication tools']);
  expect(labels('Status')).toEqual(['All statuses', 'Active', 'Disabled']);
});

test.each(['/connections', '/integrations'])('at %s the filters are kept in the address', async (path) => {
  const { page, person } = await openList({ path: `${path}?status=Disabled` });
  expect(shownNames()).toEqual(['Finance (North)']);
  await person.type(search(), 'fin');
  await waitFor(() => expect(page.router.state.location.href).toBe(`${path}?search=fin&status=Disabled`));
  await act(() => page.router.navigate({ to: path }));
  expect(search().value).toBe('');
  expect(choice('Status').value).toBe('');
  expect(shownNames()).toHaveLength(3);
});

test('a column head orders the list, and the order is kept in the address', async () => {
  const { page, person } = await openList();
  await person.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(shownNames()).toEqual(['All hands', 'Finance (North)', 'Helpdesk assistant']));
  await person.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(shownNames()).toEqual(['Helpdesk assistant', 'Finance (North)', 'All hands']));
  expect(page.router.state.location.search).toEqual({ sortBy: 'name', order: 'descending' });
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
});

test('the name and Edit service both open the form, with the search in its history state', async () => {
  const { page, person } = await openList();
  await person.type(search(), 'help');
  await person.click(screen.getByRole('link', { name: 'Helpdesk assistant' }));
  const path = `/connections/ibm/assistant/${assistant.id}`;
  await screen.findByText(`At ${path}`);
  expect(page.router.state.location.state.listSearch).toEqual({ search: 'help' });

  await act(() => page.router.navigate({ to: '/connections', search: { status: 'Disabled' } }));
  await person.click(optionsOf('Finance (North)'));
  await person.click(screen.getByRole('menuitem', { name: 'Edit service' }));
  await screen.findByText(`At /connections/sap/erp/${erp.id}`);
});

async function askToDelete(person: ReturnType<typeof userEvent.setup>, word: string) {
  await person.click(optionsOf('Finance (North)'));
  await person.click(screen.getByRole('menuitem', { name: 'Delete service' }));
  const dialog = await screen.findByRole('dialog');
  await person.type(within(dialog).getByRole('textbox'), word);
  await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
  return dialog;
}

test('Delete service takes the word DELETE exactly, and removes the integration from the list', async () => {
  const { api, person } = await openList();
  const dialog = await askToDelete(person, 'delete');
  within(dialog).getByText('Please enter DELETE to confirm the deletion');
  within(dialog).getByText('Finance (North), SAP-N');
  expect(api.getCalls('integrations.delete')).toHaveLength(0);
  api.change({ integrations: { delete: null as never, list: [assistant, slack] } });
  await person.clear(within(dialog).getByRole('textbox'));
  await fill(person, within(dialog).getByRole('textbox'), 'DELETE');
  await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText('The integration has been deleted.');
  await waitFor(() => expect(shownNames()).toEqual(['Helpdesk assistant', 'All hands']));
});

test.each([
  ['Escape', (person: ReturnType<typeof userEvent.setup>) => person.keyboard('{Escape}')],
  [
    'Cancel',
    (person: ReturnType<typeof userEvent.setup>) => person.click(screen.getByRole('button', { name: 'Cancel' })),
  ],
])('%s closes the delete dialog and returns the focus to the options of the row', async (_name, leave) => {
  const { person } = await openList();
  optionsOf('Finance (North)').focus();
  await person.keyboard('{Enter}{ArrowDown}{Enter}');
  await screen.findByRole('dialog');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')));
  await leave(person);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(optionsOf('Finance (North)'));
});

test('after a deletion the focus is on the heading, because the row is gone', async () => {
  const { api, person } = await openList();
  api.change({ integrations: { delete: null as never, list: [assistant, slack] } });
  await askToDelete(person, 'DELETE');
  await waitFor(() => expect(shownNames()).toEqual(['Helpdesk assistant', 'All hands']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement?.textContent).toBe('Integrations');
});

test('an integration that was already deleted leaves the list too', async () => {
  const { api, person } = await openList({ endpoints: { delete: new MockedProblem('record.not-found') } });
  api.change({ integrations: { list: [assistant, slack] } });
  await askToDelete(person, 'DELETE');
  await screen.findByText('The integration had already been deleted.');
  await waitFor(() => expect(shownNames()).toEqual(['Helpdesk assistant', 'All hands']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a failed deletion shows its problem and keeps dialog and list', async () => {
  const { person } = await openList({ endpoints: { delete: new MockedProblem('access.refused') } });
  await askToDelete(person, 'DELETE');
  await screen.findByText('You are not authorized to perform this action!');
  screen.getByRole('dialog');
});

test('a list of three thousand integrations draws the rows in view only', async () => {
  const many = Array.from({ length: 3000 }, (_, index) => ({
    ...erp,
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: `System ${index}`,
  }));
  const { person } = await openList({ list: many });
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('3001');
  await person.type(search(), 'system 199');
  screen.getByText('11 of 3,000 integrations');
});

test('a long name is shown whole as the title of its link', async () => {
  const name = 'N'.repeat(200);
  await openList({ list: [{ ...assistant, name }] });
  expect(screen.getByRole('link', { name }).getAttribute('title')).toBe(name);
});

test('markup in a name is text', async () => {
  await openList({ list: [{ ...assistant, name: '<img src=x onerror=alert(1)>' }] });
  screen.getByRole('link', { name: '<img src=x onerror=alert(1)>' });
  expect(document.querySelector('main img')).toBeNull();
});

test('an address narrows the list down to the broken integrations in use, also while it is searched', async () => {
  const health = { ...erp.health, state: 'broken' as const };
  const broken = { ...slack, id: slack.id.replace(/.$/, '7'), name: 'Broken one', status: true, health };
  const unused = { ...slack, id: slack.id.replace(/.$/, '8'), name: 'Broken and unused', status: false, health };
  const { person } = await openList({ list: [assistant, broken, unused], path: '/integrations?only=broken' });
  await screen.findByText('Shows 1 broken integration.');
  expect(shownNames()).toEqual(['Broken one']);
  await fill(person, search(), 'assistant');
  await screen.findByText(none);
  await person.clear(search());
  await waitFor(() => expect(shownNames()).toEqual(['Broken one']));
  await person.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(shownNames()).toHaveLength(3));
});
