import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ListedCompany } from '#features/company/contract/companies.ts';
import { fill } from '#web/testing/fill.ts';
import { MockedProblem, MockedRows } from '#web/api/testing/mock-api.ts';
import { chooseEntry } from '#web/testing/choose-entry.ts';
import { acme, figures, openCompanies, provider, type Person } from './testing/open-companies.tsx';
import { listCells } from '#web/testing/list-cells.ts';

const readCells = (name: RegExp) =>
  listCells(screen.getByRole('row', { name }))
    .slice(0, 8)
    .map(({ textContent }) => textContent);

test('every company shows its status and users, what it spends, owes and is not billed for, its last conversation and its sign-up', async () => {
  await openCompanies();
  await screen.findByText('€1,250.50');
  expect(readCells(/Acme/)).toEqual([
    'Acme',
    'Pending',
    '1,250',
    '€1,250.50',
    '€811.252 invoices',
    '1,2044 unmapped',
    '26 Nov 2026',
    '5 Jan 2020',
  ]);
  expect(readCells(/The Provider/).slice(3, 7)).toEqual(['€0.00', '–', '–', '–']);
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
  for (const head of ['Spend', 'Overdue', 'Not billed', 'Last conversation']) {
    await person.click(screen.getByRole('button', { name: head }));
    await waitFor(() => expect(readFirst()).toBe('The '));
    await person.click(screen.getByRole('button', { name: head }));
    await waitFor(() => expect(readFirst()).toBe('Acme'));
  }
});

test('the listed companies are downloaded, at home alone', async () => {
  const listCompanies = new MockedRows('', 'companies-2026-11-27.csv', 1);
  const { api, page, person } = await openCompanies({}, { exports: { listCompanies } });
  const download = () => chooseEntry(person, 'Download companies', 'CSV');
  await download();
  await waitFor(() => expect(api.getCalls('exports.listCompanies')).toHaveLength(1));
  await page.router.navigate({ to: '/companies', search: { only: 'overdueInvoices' } });
  await screen.findByText(/^Shows 0 companies/);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Download companies' })).toHaveProperty('disabled', true),
  );
  await page.router.navigate({ to: '/companies', search: { search: 'acme' } });
  await waitFor(() => expect(screen.queryByRole('row', { name: /The Provider/ })).toBeNull());
  await download();
  await waitFor(() => expect(api.getCalls('exports.listCompanies')).toHaveLength(2));
  expect(api.getCalls('exports.listCompanies').map(({ body }) => body)).toEqual([
    { format: 'csv' },
    { companies: [acme.id], format: 'csv' },
  ]);
});

test('figures that could not be loaded leave the list, and are loaded again by a button', async () => {
  const { api, person } = await openCompanies({ listFigures: new MockedProblem('internal') });
  await screen.findByText('Spend, overdue invoices, unbilled runs, last conversations and notes could not be loaded.');
  expect(readCells(/Acme/).slice(3, 7)).toEqual(['–', '–', '–', '–']);
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

test('the first billed day of a company is set from its options', async () => {
  const active: ListedCompany = { ...acme, status: 'active' };
  const { api, person } = await openCompanies({
    list: [provider, active],
    updateBilledSince: { ...active, billedSince: '2026-10-01' },
  });
  await chooseEntry(person, 'Options of Acme', 'Billed since');
  const dialog = await screen.findByRole('dialog', { name: 'First billed day of Acme' });
  const field = within(dialog).getByLabelText<HTMLInputElement>(/^Billed since/);
  expect(field.value).toBe('5 Jan 2020');
  await person.clear(field);
  await person.type(field, '1 Oct 2026{Tab}');
  await person.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('The first billed day of Acme has been saved.');
  expect(api.getCalls('companies.updateBilledSince')).toMatchObject([
    { params: { id: acme.id }, body: { day: '2026-10-01' } },
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
