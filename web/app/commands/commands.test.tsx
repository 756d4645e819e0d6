import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { anna, bo, currentUser, session } from '#features/people/web/users/testing/people.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '../../api/testing/mock-api.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Commands } from './commands.tsx';

const without = (...names: string[]) => currentUser.capabilities.filter((each) => !names.includes(each));
const onlyPages: CurrentUser['capabilities'] = [];

const found: MockedEndpoints = {
  users: { list: [anna, bo] },
  skills: { listStore: [] },
  intakeKeys: { list: [] },
  invoices: { list: [] },
  companies: { list: [] },
  analytics: { findConversation: { id: null } },
  logViews: { list: [] },
};

async function open(user: Partial<CurrentUser> = {}, endpoints: MockedEndpoints = {}) {
  const api = mockApi({ session: { ...session, getUser: { ...currentUser, ...user } }, ...found, ...endpoints });
  const page = renderPage(Commands, '/');
  await screen.findByRole('button', { name: 'Find anything' });
  const person = userEvent.setup();
  await person.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: /^Find people/ });
  return { api, page, person, field };
}

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const group = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test('Ctrl+K finds a person by name, and Enter opens the page', async () => {
  const { page, person, field } = await open();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(group('Actions')).toContain('Invite users');
  expect(group('Pages')).toContain('User managementUsers');
  expect(group('Pages')).toContain('LimitsUsage Dashboard');
  await person.keyboard('hannula');
  await waitFor(() => expect(group('People')).toEqual(['Bo Hannulabo@acme.example']));
  await person.keyboard('{Enter}');
  await screen.findByText(`At /users/${bo.id}`);
  expect(page.router.state.location.pathname).toBe(`/users/${bo.id}`);
});

test.each([
  ['masking', 'PrivacyMasking'],
  ['keys', 'AssistantsKeys'],
  ['users', 'User managementUsers'],
  ['systems', 'IntegrationsSystems'],
  ['notifications', 'Contacts and e-mailsCompany Profile'],
  ['statement', 'Billing'],
  ['invoice', 'Billing'],
  ['overdue', 'Billing'],
  ['vat', 'Billing'],
  ['log', 'Conversations'],
])('the page that %s is on is found', async (word, page) => {
  const { person } = await open();
  await person.keyboard(word);
  expect(group('Pages')).toContain(page);
});

test('pages of the provider are found by the names of their first tabs', async () => {
  const { person, field } = await open({ capabilities: [...currentUser.capabilities, 'companies.manage'] });
  for (const [word, page] of Object.entries({
    journal: 'AccountingJournal',
    vat: 'AccountingJournal',
    health: 'OperationsHealth',
    overdue: 'Payments',
  })) {
    await person.clear(field);
    await person.type(field, word);
    expect(group('Pages')).toContain(page);
  }
});

test('arrows move through the results and around their ends, and Escape closes and gives the focus back', async () => {
  const { person, field } = await open();
  const selected = () => screen.getByRole('option', { selected: true });
  const first = selected();
  await person.keyboard('{ArrowDown}');
  expect(selected()).not.toBe(first);
  expect(field.getAttribute('aria-activedescendant')).toBe(selected().id);
  await person.keyboard('{ArrowUp}{ArrowUp}');
  expect(selected()).toBe(screen.getAllByRole('option').at(-1));
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('who lacks a right is offered nothing of it, and its list is not asked for', async () => {
  const { api, person } = await open({ capabilities: onlyPages });
  for (const missing of ['Invite users', 'Set limit', 'Create key', 'Download usage', 'Act as …']) {
    expect(options().some((option) => option.startsWith(missing))).toBe(false);
  }
  await person.keyboard('hannula');
  await screen.findByText('Nothing found.');
  await person.keyboard('{Backspace}'.repeat(7));
  await person.keyboard('c-4711');
  await screen.findByText('Nothing found.');
  for (const call of ['users.list', 'skills.listStore', 'intakeKeys.list', 'invoices.list', 'companies.list']) {
    expect(api.getCalls(call as 'users.list')).toEqual([]);
  }
  expect(api.getCalls('analytics.findConversation')).toEqual([]);
});

test('who reads conversations and manages no users finds the conversations of a person', async () => {
  const { page, person } = await open({ capabilities: without('users.manage') });
  await person.keyboard('hannula');
  await waitFor(() => expect(group('People')).toHaveLength(1));
  await person.keyboard('{Enter}');
  await waitFor(() => expect(page.router.state.location.search).toEqual({ users: bo.id }));
});

test('the id of a conversation leads to it, and a list that fails leaves the others', async () => {
  const id = '0b1f0b7e-4a34-4f0e-8a52-0f9d6d0c2b77';
  const { page, person } = await open(
    {},
    {
      invoices: { list: new MockedProblem('internal') },
      analytics: { findConversation: { id } },
    },
  );
  await person.keyboard('c-4711');
  await waitFor(() => expect(group('Conversations')).toEqual(['c-4711']));
  await screen.findByText(/^Some results could not be loaded/);
  await person.keyboard('{Enter}');
  await waitFor(() => expect(page.router.state.location.search).toEqual({ record: id }));
});

test('the question mark lists the keys', async () => {
  mockApi({ session, ...found });
  renderPage(Commands, '/');
  await screen.findByRole('button', { name: 'Find anything' });
  const person = userEvent.setup();
  await person.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Keys' });
  within(dialog).getByText('Ctrl+K');
  within(dialog).getByText('Next record');
});

test('saved views of the log are found by name, and open their filters', async () => {
  const view = {
    id: '0190a7c0-0000-7000-8000-000000000011',
    name: 'Bad ratings',
    filters: { ratings: ['negative' as const], unanswered: true },
    isShared: true,
    owner: 'Kadri Kask',
    isOwn: false,
    canDelete: false,
    lost: [],
    version: 1,
  };
  const { page, person } = await open({}, { logViews: { list: [view] } });
  await person.keyboard('bad rat');
  await waitFor(() => expect(group('Views')).toEqual(['Bad ratingsShared by Kadri Kask']));
  await person.keyboard('{Enter}');
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/analytics/logs'));
  expect(page.router.state.location.search).toEqual({ ratings: 'negative', unanswered: true });
});
