import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CompaniesAttention } from '#features/insight/contract/attention.ts';
import type { ListedCompany } from '#features/company/contract/companies.ts';
import { fill } from '#web/testing/fill.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { chooseEntry } from '#web/testing/choose-entry.ts';
import { renderPage } from '#web/testing/render-page.tsx';
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

async function openCompanies(
  companies: MockedEndpoints['companies'] = {},
  attention: CompaniesAttention = { companies: [], notAsked: 0 },
) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: user },
    companies: { list: [provider, acme], ...companies },
    attention: { listCompanies: attention },
  });
  const page = renderPage(CompaniesPage, '/companies');
  await screen.findByRole('row', { name: /Acme/ });
  return { api, page, person: userEvent.setup() };
}

test('every company shows its status, users and day of sign-up', async () => {
  await openCompanies();
  const cells = within(screen.getByRole('row', { name: /Acme/ })).getAllByRole('cell');
  expect(cells.slice(0, 4).map(({ textContent }) => textContent)).toEqual(['Acme', 'Pending', '1,250', '5 Jan 2020']);
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

test('the agreed prices of a company open inside it', async () => {
  const { page, person } = await openCompanies({ list: [provider, { ...acme, status: 'active' }] });
  await person.click(screen.getByRole('button', { name: 'Options of Acme' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Agreed prices' }));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/skills/prices'));
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

test('a line for each company in which something needs the provider asks, and opens that company', async () => {
  const { page, person } = await openCompanies(
    {},
    {
      companies: [
        {
          id: acme.id,
          name: 'Acme',
          kinds: [
            { kind: 'overdueInvoices', count: 2 },
            { kind: 'silentKeys', count: 1 },
          ],
        },
      ],
      notAsked: 3,
    },
  );
  const region = within(await screen.findByRole('region', { name: 'Needs attention' }));
  await region.findByText('3 further companies are not asked here.');
  await person.click(await region.findByRole('button', { name: /Acme: 2 overdue invoices, 1 silent key/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Act in Acme?' });
  expect(sessionStorage.getItem('chosen-company')).toBeNull();
  await person.click(within(dialog).getByRole('button', { name: 'Open Acme' }));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/'));
  await waitFor(() => expect(sessionStorage.getItem('chosen-company')).toBe(acme.id));
});
