import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { CompaniesAttention } from '#features/insight/contract/attention.ts';
import type { CompanyFigures, ListedCompany } from '#features/company/contract/companies.ts';
import { fill } from '#web/testing/fill.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { chooseEntry } from '#web/testing/choose-entry.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { healthy } from '../operations/testing/healthy.ts';
import { CompaniesPage } from './companies-page.tsx';

const provider: ListedCompany = {
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33',
  name: 'The Provider',
  status: 'active',
  isProvider: true,
  createdAt: '2020-01-05T11:45:00.000Z',
  users: 2,
  timeZone: 'Europe/Tallinn',
  suspension: null,
  deletion: null,
};

const acme: ListedCompany = {
  ...provider,
  id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b11',
  name: 'Acme',
  status: 'pending',
  isProvider: false,
  users: 1250,
};

const figures: CompanyFigures[] = [
  { id: provider.id, spend: 0, overdue: { count: 0, total: 0 }, lastConversation: null },
  { id: acme.id, spend: 1250.5, overdue: { count: 2, total: 811.25 }, lastConversation: '2026-11-26' },
];

const user = makeCurrentUser({
  id: '6b1f0b7e-4a34-4f0e-8a52-0f9d6d0c2b22',
  accountId: '6b1f0b7e-4a34-4f0e-8a52-0f9d6d0c2b23',
  companyId: provider.id,
  companyName: provider.name,
  company: provider.name,
  firstName: 'Olga',
  lastName: 'Operator',
  email: 'operator@provider.example',
  roles: ['SuperAdmin'],
  isProvider: true,
});

interface Needs {
  attention?: CompaniesAttention;
  operations?: MockedEndpoints['operations'];
}

type Person = ReturnType<typeof userEvent.setup>;

async function openCompanies(
  companies: MockedEndpoints['companies'] = {},
  { attention = { companies: [], notAsked: 0 }, operations = { get: healthy } }: Needs = {},
  path = '/companies',
) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: user },
    companies: { list: [provider, acme], listFigures: figures, ...companies },
    attention: { listCompanies: attention },
    operations,
  });
  const page = renderPage(CompaniesPage, path);
  await screen.findByRole('row', { name: /Acme/ });
  return { api, page, person: userEvent.setup() };
}

const readCells = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .slice(0, 7)
    .map(({ textContent }) => textContent);

test('every company shows its status and users, what it spends and owes, its last conversation and its sign-up', async () => {
  await openCompanies();
  await screen.findByText('€1,250.50');
  expect(readCells(/Acme/)).toEqual([
    'Acme',
    'Pending',
    '1,250',
    '€1,250.50',
    '€811.252 invoices',
    '26 Nov 2026',
    '5 Jan 2020',
  ]);
  expect(readCells(/The Provider/).slice(3, 6)).toEqual(['€0.00', '–', '–']);
});

test('the list is sorted by its figures', async () => {
  const { person } = await openCompanies();
  await screen.findByText('€1,250.50');
  const readFirst = () => readNames()[0];
  const readNames = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent?.slice(0, 4));
  for (const head of ['Spend', 'Overdue', 'Last conversation']) {
    await person.click(screen.getByRole('button', { name: head }));
    await waitFor(() => expect(readFirst()).toBe('The '));
    await person.click(screen.getByRole('button', { name: head }));
    await waitFor(() => expect(readFirst()).toBe('Acme'));
  }
});

test('figures that could not be loaded leave the list, and are loaded again by a button', async () => {
  const { api, person } = await openCompanies({ listFigures: new MockedProblem('internal') });
  await screen.findByText('Spend, overdue invoices and last conversations could not be loaded.');
  expect(readCells(/Acme/).slice(3, 6)).toEqual(['–', '–', '–']);
  api.change({ companies: { listFigures: figures } });
  await person.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('€1,250.50');
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});

test('a pending company can be approved, an active one not', async () => {
  const { api, person } = await openCompanies({ approve: { ...acme, status: 'active' } });
  expect(screen.queryByRole('button', { name: 'Approve The Provider' })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Approve Acme' }));
  await screen.findByText('Acme has been approved.');
  await within(screen.getByRole('row', { name: /Acme/ })).findByText('Active');
  expect(screen.queryByRole('button', { name: 'Approve Acme' })).toBeNull();
  expect(api.getCalls('companies.approve').map(({ params }) => params)).toEqual([{ id: acme.id }]);
});

test('a failed approval shows its problem in the toast', async () => {
  const { person } = await openCompanies({ approve: new MockedProblem('access.refused') });
  await person.click(screen.getByRole('button', { name: 'Approve Acme' }));
  await screen.findByText('You are not authorized to perform this action!');
});

test('a company is suspended with a reason, at once or later, and reactivated by one click', async () => {
  const active = { ...acme, status: 'active' as const };
  const suspension = { from: '2026-12-01T06:30:00.000Z', reason: 'Unpaid invoices' };
  let stored: ListedCompany = active;
  const { api, person } = await openCompanies({
    list: () => [provider, stored],
    suspend: ({ body }) => (stored = { ...active, status: body.from ? 'active' : 'suspended', suspension }),
    reactivate: () => (stored = active),
  });
  expect(screen.queryByRole('button', { name: 'Options of The Provider' })).toBeNull();
  const choose = (entry: string) => chooseEntry(person, 'Options of Acme', entry);
  await choose('Suspend');
  const dialog = await screen.findByRole('dialog', { name: 'Suspend Acme' });
  await person.selectOptions(within(dialog).getByLabelText('Start'), 'At a later time');
  await person.click(within(dialog).getByRole('button', { name: 'Plan suspension' }));
  await within(dialog).findByText('The field is required!');
  within(dialog).getByText('Please choose a date and time.');
  await fill(person, within(dialog).getByLabelText(/^Reason/), 'Unpaid invoices');
  await person.type(within(dialog).getByLabelText(/^Date/), '1 Dec 2026{Tab}');
  within(dialog).getByText('Europe/Tallinn, the time zone of Acme');
  await person.selectOptions(within(dialog).getByLabelText('Time'), '08:30');
  await person.click(within(dialog).getByRole('button', { name: 'Plan suspension' }));
  await screen.findByText('To be suspended on 1 Dec 2026, 8:30');
  screen.getByText('Unpaid invoices');
  await choose('Cancel suspension');
  await screen.findByText('The suspension of Acme has been cancelled.');
  await choose('Suspend');
  const again = await screen.findByRole('dialog', { name: 'Suspend Acme' });
  await fill(person, within(again).getByLabelText(/^Reason/), 'Unpaid invoices');
  await person.click(within(again).getByRole('button', { name: 'Suspend' }));
  await within(screen.getByRole('row', { name: /Acme/ })).findByText('Suspended');
  await choose('Reactivate');
  await screen.findByText('Acme has been reactivated.');
  expect(api.getCalls('companies.suspend').map(({ body }) => body)).toEqual([
    { reason: 'Unpaid invoices', from: '2026-12-01T08:30' },
    { reason: 'Unpaid invoices', from: null },
  ]);
});

test('opening a company switches to it and leads to its dashboard', async () => {
  const { page, person } = await openCompanies();
  expect(screen.queryByRole('button', { name: 'Open The Provider' })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Open Acme' }));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/'));
  await waitFor(() => expect(sessionStorage.getItem('chosen-company')).toBe(acme.id));
  expect(page.queryClient.getQueriesData({}).map(([, data]) => data)).not.toContainEqual([provider, acme]);
});

test.each([
  [
    'users',
    '/users',
    {},
    (person: Person) => person.click(screen.getByRole('button', { name: /^Open the 1,250 users/ })),
  ],
  [
    'overdue invoices',
    '/settings/billing',
    { only: 'overdue' },
    async (person: Person) =>
      person.click(await screen.findByRole('button', { name: 'Open the overdue invoices of Acme' })),
  ],
  ['agreed prices', '/skills/prices', {}, (person: Person) => chooseEntry(person, 'Options of Acme', 'Agreed prices')],
])('the %s of a company open inside it, which is asked before', async (_, path, search, choose) => {
  const { page, person } = await openCompanies({ list: [provider, { ...acme, status: 'active' }] });
  await choose(person);
  const dialog = await screen.findByRole('dialog', { name: 'Act in Acme?' });
  expect(sessionStorage.getItem('chosen-company')).toBeNull();
  await person.click(within(dialog).getByRole('button', { name: 'Open Acme' }));
  await waitFor(() => expect(page.router.state.location).toMatchObject({ pathname: path, search }));
  await waitFor(() => expect(sessionStorage.getItem('chosen-company')).toBe(acme.id));
});

test('many companies can be searched by name, and the address keeps the text', async () => {
  const many = Array.from({ length: 11 }, (_, index) => ({
    ...provider,
    id: `${acme.id.slice(0, -2)}${index + 20}`,
    name: `Globex ${index}`,
  }));
  const { page, person } = await openCompanies({ list: [acme, ...many] });
  await person.type(screen.getByRole('searchbox', { name: 'Search companies' }), 'GLOB');
  expect(screen.getAllByRole('row')).toHaveLength(12);
  expect(screen.queryByRole('row', { name: /Acme/ })).toBeNull();
  expect(screen.getAllByText('Glob').map(({ tagName }) => tagName)).toEqual(Array.from({ length: 11 }, () => 'B'));
  await waitFor(() => expect(page.router.state.location.search).toEqual({ search: 'GLOB' }));
  await person.type(screen.getByRole('searchbox', { name: 'Search companies' }), 'x');
  screen.getByText('No companies matching the current search.');
});

test('a list of few companies has no search', async () => {
  await openCompanies();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

describe('what needs the operator', () => {
  const globex = { ...acme, id: acme.id.replace(/1$/, '2'), name: 'Globex' };
  const attention: CompaniesAttention = {
    companies: [
      {
        id: acme.id,
        name: 'Acme',
        kinds: [
          { kind: 'overdueInvoices', count: 2 },
          { kind: 'undecidedVat', count: 1 },
        ],
      },
      { id: globex.id, name: 'Globex', kinds: [{ kind: 'overdueInvoices', count: 3 }] },
    ],
    notAsked: 3,
  };
  const list = [provider, acme, globex];
  const operations = {
    get: { ...healthy, warnings: ['Set SMTP_URL.'], pressure: { isOverloaded: false, isDiskFull: true } },
  };
  const findRegion = async () => within(await screen.findByRole('region', { name: 'Needs attention' }));

  test('is one list of the installation and the companies, the most urgent first', async () => {
    await openCompanies({ list }, { attention, operations });
    const region = await findRegion();
    await region.findByText('3 further companies are not asked here.');
    const lines = region.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines).toEqual([
      expect.stringMatching(/^Urgent: The disk is full/),
      'Urgent: 5 invoices of 2 companies are overdue',
      'Set SMTP_URL.',
      'VAT is not decided for Acme',
    ]);
    expect(region.getByRole('link', { name: 'Set SMTP_URL.' }).getAttribute('href')).toBe('/operations');
  });

  test('of several companies narrows the list below, of one it asks and opens it', async () => {
    const { page, person } = await openCompanies({ list }, { attention, operations });
    const region = await findRegion();
    await person.click(await region.findByRole('link', { name: /5 invoices of 2 companies/ }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /The Provider/ })).toBeNull());
    screen.getByText('Shows 2 companies of this line of “Needs attention”.');
    await person.click(screen.getByRole('button', { name: 'Show all' }));
    await screen.findByRole('row', { name: /The Provider/ });
    await person.click(region.getByRole('button', { name: 'VAT is not decided for Acme' }));
    const dialog = await screen.findByRole('dialog', { name: 'Act in Acme?' });
    expect(sessionStorage.getItem('chosen-company')).toBeNull();
    await person.click(within(dialog).getByRole('button', { name: 'Open Acme' }));
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/'));
    await waitFor(() => expect(sessionStorage.getItem('chosen-company')).toBe(acme.id));
  });

  test('is nothing where all is in order, and said to be missing in part where that failed', async () => {
    const { api, person } = await openCompanies({}, { operations: { get: new MockedProblem('internal') } });
    const region = await findRegion();
    await region.findByText('This could not be loaded.');
    expect(region.queryByText('Nothing needs you.')).toBeNull();
    api.change({ operations: { get: healthy } });
    await person.click(region.getByRole('button', { name: 'Retry' }));
    await region.findByText('Nothing needs you.');
    expect(region.queryByText(/could not be loaded/)).toBeNull();
  });
});
