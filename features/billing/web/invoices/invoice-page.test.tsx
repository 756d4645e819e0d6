import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fill } from '#web/testing/fill.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { formatShortDay } from '#contract/calendar/formats.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { EditInvoicePage } from './edit-invoice-page.tsx';
import { NewInvoicePage } from './new-invoice-page.tsx';
import { invoiceId, makeDetails, makeInvoice } from './testing/make-invoice.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(path: string, invoices: MockedEndpoints['invoices'] = {}) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    invoices: { get: makeDetails(), ...invoices },
  });
  const isNew = path.endsWith('addNew');
  const page = renderPage(isNew ? NewInvoicePage : EditInvoicePage, path, isNew ? path : '/settings/billing/$id');
  return { api, page, person: userEvent.setup() };
}

const openNew = (invoices?: MockedEndpoints['invoices']) => open('/settings/billing/addNew', invoices);
const openEdit = (invoices?: MockedEndpoints['invoices']) => open(`/settings/billing/${invoiceId}`, invoices);
const find = async (label: string) => (await screen.findByLabelText(label)) as HTMLInputElement;

test('an invoice is added with today’s dates, and the list comes back', async () => {
  const { api, person } = await openNew({ create: makeInvoice() });
  const today = getDay(Date.now(), 'Europe/Tallinn');
  expect([(await find('Issue date')).value, (await find('Due date')).value]).toEqual([
    formatShortDay(today),
    formatShortDay(today),
  ]);
  expect((await find('Status')).value).toBe('Pending');
  await person.type(await find('Invoice ID'), 'A-1');
  await fill(person, await find('Company'), 'Acme');
  await fill(person, await find('Total'), '1250,5');
  await person.click(screen.getByRole('button', { name: 'Add invoice' }));
  await screen.findByText('At /settings/billing');
  screen.getByText('The invoice has been added.');
  const [call] = api.getCalls('invoices.create');
  expect(call?.body).toEqual({
    invoiceId: 'A-1',
    company: 'Acme',
    issueDate: today,
    dueDate: today,
    total: 1250.5,
    status: 'Pending',
  });
  expect(call?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
});

test('without an address of the company nothing is added, and a dialog leads to its profile', async () => {
  const { page, person } = await openNew({ create: new MockedProblem('invoices.no-address') });
  await person.type(await find('Invoice ID'), 'A-1');
  await person.click(screen.getByRole('button', { name: 'Add invoice' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'The company has no address yet' }));
  dialog.getByText(/needs the street, city and country of the company/);
  await person.click(dialog.getByRole('button', { name: 'Open the company profile' }));
  // What was typed is not lost without a question.
  await person.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/settings/company'));
});

test.each(['', ' ', '1e3', '-0', 'NaN', '0x10', '1.005', '1,250.50', '9'.repeat(40)])(
  'the form has no rules: a total of %j is sent, and the server says what is wrong',
  async (total) => {
    const fields = [{ path: 'total', message: 'Enter an amount in euros, e.g. 1250.50.' }];
    const { api, person } = await openNew({ create: new MockedProblem('request.invalid', { fields }) });
    const field = await find('Total');
    if (total !== '') {
      await person.click(field);
      await person.paste(total);
    }
    await person.click(screen.getByRole('button', { name: 'Add invoice' }));
    await screen.findByText('Enter an amount in euros, e.g. 1250.50.');
    expect(api.getCalls('invoices.create')[0]?.body).toMatchObject({ total: null, invoiceId: '' });
  },
);

test('a taken number is reported under its field', async () => {
  const { person } = await openNew({ create: new MockedProblem('invoices.number-taken') });
  await person.type(await find('Invoice ID'), 'A-1');
  await person.click(screen.getByRole('button', { name: 'Add invoice' }));
  await screen.findByText('An invoice with this number already exists.');
  expect((await find('Invoice ID')).getAttribute('aria-invalid')).toBe('true');
});

test('Cancel leads back to the list, and asks first with unsaved changes', async () => {
  const { person } = await openNew();
  await find('Invoice ID');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('At /settings/billing');
});

test('an invoice is updated with the version that was loaded', async () => {
  const { api, person } = await openEdit({ update: makeInvoice({ version: 4 }) });
  await screen.findByRole('heading', { name: 'Update invoice' });
  const total = await find('Total');
  expect(total.value).toBe('1234.50');
  await person.clear(total);
  await person.type(total, '7');
  await person.selectOptions(await find('Status'), 'Paid');
  await person.click(screen.getByRole('button', { name: 'Update invoice' }));
  await screen.findByText('At /settings/billing');
  expect(api.getCalls('invoices.update')[0]?.body).toMatchObject({ total: 7, status: 'Paid', version: 3 });
});

test('only the status of a paid or monthly invoice can change, and the page says why', async () => {
  await openEdit({ get: makeDetails({ period: '2026-10-01', isSettled: true }) });
  await screen.findByText(/automatic monthly invoice/);
  for (const label of ['Invoice ID', 'Company', 'Issue date', 'Due date', 'Total']) {
    expect((await find(label)).disabled).toBe(true);
  }
  expect((await find('Status')).disabled).toBe(false);
});

test('the date of payment of a paid invoice is sent with its status', async () => {
  const get = makeDetails({ isSettled: true });
  const { api, person } = await openEdit({ get, update: makeInvoice({ status: 'Paid', version: 4 }) });
  await screen.findByText(/has been issued\. Only its status and the date of payment/);
  expect(screen.queryByLabelText('Date of payment')).toBeNull();
  await person.selectOptions(await find('Status'), 'Paid');
  await person.type(await find('Date of payment'), '3 Nov 2026');
  await person.tab();
  await person.click(screen.getByRole('button', { name: 'Update invoice' }));
  await screen.findByText('At /settings/billing');
  expect(api.getCalls('invoices.update')[0]?.body).toMatchObject({ status: 'Paid', paidOn: '2026-11-03', version: 3 });
});

test('an invoice of the provider has no form', async () => {
  await openEdit({ get: makeDetails({ canEdit: false }) });
  await screen.findByText('Only the provider can change, mark as paid or credit this invoice.');
  expect(screen.queryByLabelText('Total')).toBeNull();
});

test('while the invoice loads, a skeleton of the form is shown', async () => {
  await openEdit({ get: () => new Promise(() => undefined) });
  await screen.findByText('Loading the invoice');
});
