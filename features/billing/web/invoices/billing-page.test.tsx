import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Role } from '#contract/capabilities.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { invoiceId, makeDetails, makeInvoice } from './testing/make-invoice.ts';
import { openBilling, openOptions, rowOf } from './testing/open-billing.tsx';
import { listCells } from '#web/testing/list-cells.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the table shows number, dates, total and status, each status in its colour', async () => {
  await openBilling();
  const heads = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
  expect(heads).toEqual(['Invoice ID', 'Issue date', 'Due date', 'Total', 'Status', 'Options']);
  const cells = listCells(await rowOf('ACME-2026-0007'));
  expect(cells.slice(0, 5).map(({ textContent }) => textContent)).toEqual([
    'ACME-2026-0007',
    'November 1st, 2026',
    'November 15th, 2026',
    '€1,234.50',
    'Pending',
  ]);
  expect((await rowOf('OLD-1')).textContent).toContain('€0.07');
  const tones = ['Pending', 'Overdue', 'Paid'].map((word) =>
    screen.getByText(word, { ignore: 'option' }).closest('[data-tone]')?.getAttribute('data-tone'),
  );
  expect(tones).toEqual(['grey', 'red', 'green']);
});

test('while the invoices load, a skeleton of the table is shown', async () => {
  await openBilling({ invoices: { list: () => new Promise(() => undefined) } });
  expect((await screen.findAllByText('Loading invoices'))[0]?.getAttribute('role')).toBe('status');
});

test('a company without invoices sees an empty state', async () => {
  await openBilling({ invoices: { list: [] } });
  await screen.findByText("You don't have any invoices yet");
  expect(screen.getByRole('button', { name: 'Download the list of invoices' })).toHaveProperty('disabled', true);
});

test('suspending the organisation links to the contacts', async () => {
  const { person } = await openBilling();
  screen.getByRole('heading', { name: 'Suspend organisation' });
  await person.click(screen.getByRole('link', { name: 'Contact us' }));
  await screen.findByText('At /contacts');
});

test('the provider is led to Companies, where organisations are suspended', async () => {
  const { person } = await openBilling({ isProvider: true });
  expect(screen.queryByText(/^To suspend/)).toBeNull();
  screen.getByText(/cannot be suspended\. Suspend another company by the menu of its row under Companies\.$/);
  await person.click(screen.getByRole('link', { name: 'Companies' }));
  await screen.findByText('At /companies');
});

test('a SuperAdmin adds and edits', async () => {
  const { person } = await openBilling();
  expect(screen.getByRole('link', { name: 'Add Invoice' }).getAttribute('href')).toBe('/settings/billing/addNew');
  const menu = await openOptions(person, 'ACME-2026-0007');
  const entries = within(menu)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent);
  expect(entries).toEqual(['Download', 'Mark as paid', 'Edit', 'Delete']);
  await person.click(screen.getByRole('menuitem', { name: 'Edit' }));
  await screen.findByText(`At /settings/billing/${invoiceId}`);
});

test.each<Role>(['Admin', 'User', 'TechnicalUser'])('%s only sees and downloads', async (role) => {
  const { person } = await openBilling({ roles: [role] });
  const menu = await openOptions(person, 'ACME-2026-0007');
  expect(within(menu).getAllByRole('menuitem')).toHaveLength(1);
  expect(screen.queryByRole('link', { name: 'Add Invoice' })).toBeNull();
});

test('an invoice is marked as paid from its row, with the version on screen', async () => {
  const { api, person } = await openBilling({ invoices: { update: makeInvoice({ status: 'Paid', version: 4 }) } });
  await openOptions(person, 'ACME-2026-0007');
  await person.click(screen.getByRole('menuitem', { name: 'Mark as paid' }));
  await screen.findByText('Invoice ACME-2026-0007 is marked as paid.');
  expect(api.getCalls('invoices.update')[0]?.body).toMatchObject({ status: 'Paid', total: 1234.5, version: 3 });
});

test('what the company has added says by whom, and what its provider issued can only be downloaded', async () => {
  const own = makeInvoice({ invoiceId: 'OWN-1', isOwn: true, addedBy: 'Maarja Kask' });
  const issued = makeInvoice({
    _id: invoiceId.replace(/3$/, '6'),
    canEdit: false,
    canMarkPaid: false,
    canDelete: false,
  });
  const { person } = await openBilling({ invoices: { list: () => [own, issued] } });
  expect((await rowOf('OWN-1')).textContent).toContain('PendingRecord of the company, added by Maarja Kask');
  expect((await rowOf('ACME-2026-0007')).textContent).not.toContain('Added by');
  const menu = await openOptions(person, 'ACME-2026-0007');
  expect(within(menu).getAllByRole('menuitem')).toHaveLength(1);
  expect(screen.queryByText('Months to issue again')).toBeNull();
});

test('the PDF is saved under the invoice’s number', async () => {
  const pdf = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { person } = await openBilling({
    invoices: { getPdf: pdf, list: [makeInvoice({ invoiceId: 'a/"b"' })] },
    roles: ['User'],
  });
  await openOptions(person, 'a/"b"');
  await person.click(screen.getByRole('menuitem', { name: 'Download' }));
  await waitFor(() => expect(saved).toEqual(['a_b_.pdf']));
});

test('a download that fails is only logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { person } = await openBilling({ invoices: { getPdf: new MockedProblem('internal') } });
  await openOptions(person, 'OLD-1');
  await person.click(screen.getByRole('menuitem', { name: 'Download' }));
  await waitFor(() => expect(logged).toHaveBeenCalled());
  expect(screen.queryByText(/went wrong/)).toBeNull();
});

test('deleting asks for the word, and the row is gone', async () => {
  const { api, person } = await openBilling({ invoices: { delete: null as never } });
  await openOptions(person, 'OLD-1');
  await person.click(screen.getByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete invoice' });
  within(dialog).getByText('OLD-1');
  await person.type(within(dialog).getByLabelText('Type DELETE to confirm'), 'delete{Enter}');
  await within(dialog).findByText('Please enter DELETE to confirm the deletion');
  expect(api.getCalls('invoices.delete')).toHaveLength(0);
  api.change({ invoices: { list: [makeInvoice()] } });
  await person.clear(within(dialog).getByLabelText('Type DELETE to confirm'));
  await person.type(within(dialog).getByLabelText('Type DELETE to confirm'), 'DELETE{Enter}');
  await screen.findByText('The invoice has been deleted.');
  await waitFor(() => expect(screen.queryByText('OLD-1')).toBeNull());
});

test('a paid invoice can be edited and not deleted', async () => {
  const { person } = await openBilling();
  await openOptions(person, 'OLD-2');
  screen.getByRole('menuitem', { name: 'Edit' });
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
});

test('a failed deletion shows its problem', async () => {
  const { person } = await openBilling({ invoices: { delete: new MockedProblem('invoices.settled') } });
  await openOptions(person, 'OLD-1');
  await person.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await person.type(await screen.findByLabelText('Type DELETE to confirm'), 'DELETE{Enter}');
  await screen.findByText('Only the status of this invoice can be changed.');
});

test('a number opens the invoice over the list, at an address of its own, and Escape leads back', async () => {
  const { page, person } = await openBilling({ roles: ['User'] });
  await rowOf('ACME-2026-0007');
  await person.click(screen.getByRole('link', { name: 'ACME-2026-0007' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invoice ACME-2026-0007' });
  expect(page.router.state.location.search).toEqual({ invoice: invoiceId });
  const rows = within(within(dialog).getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Description', 'Requests', 'Per request, excl. VAT', 'Amount, excl. VAT'],
    // What a phone shows in place of two columns stands below the description.
    ['Leave request1,234 × €0.45', '1,234', '€0.45', '€555.30'],
    ['Payslip3 × €0.0150', '3', '€0.0150', '€0.05'],
    ['Total excl. VAT', '', '', '€995.56'],
  ]);
  const getFact = (label: string) =>
    within(dialog).getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
  expect(['Total', 'Net amount', 'VAT 24%'].map(getFact)).toEqual(['€1,234.50 incl. VAT', '€995.56', '€238.94']);
  for (const words of ['EE38 2200 2210 2014 5685', 'HABAEE2X', 'RF39 ACME 2026 0007', 'Steward OÜ']) {
    within(dialog).getByText(words);
  }
  within(dialog).getByText('Bank transfer takes 2-3 business days');
  within(dialog).getByRole('img', { name: 'QR code for this transfer, for banking apps' });
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.router.state.location.search).toEqual({});
});

test('a paid invoice shows no QR code', async () => {
  const get = makeDetails({ status: 'Paid', lines: [] });
  await openBilling({ invoices: { get }, path: `/settings/billing?invoice=${invoiceId}` });
  await screen.findByText('This invoice has been paid.');
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
});

test('a link to an unknown invoice says so', async () => {
  await openBilling({
    invoices: { get: new MockedProblem('record.not-found') },
    path: `/settings/billing?invoice=${invoiceId}`,
  });
  await screen.findByText('This invoice does not exist.');
});

test('an invoice that fails to load can be loaded again', async () => {
  const { api, person } = await openBilling({
    invoices: { get: new MockedProblem('service.unavailable') },
    path: `/settings/billing?invoice=${invoiceId}`,
  });
  await screen.findByText(/not available right now/);
  api.change({ invoices: { get: makeDetails() } });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('RF39 ACME 2026 0007');
});

test('a column head orders the invoices, and the order is kept in the address', async () => {
  const { page, person } = await openBilling();
  await rowOf('OLD-1');
  const first = () => document.querySelector('tbody tr')?.textContent;
  expect(first()).toContain('ACME-2026-0007');
  await person.click(screen.getByRole('button', { name: 'Total' }));
  expect(first()).toContain('OLD-1');
  expect(screen.getByRole('columnheader', { name: 'Total' }).getAttribute('aria-sort')).toBe('ascending');
  expect(page.router.state.location.search).toEqual({ sortBy: 'total' });
  await person.click(screen.getByRole('button', { name: 'Total' }));
  await waitFor(() => expect(page.router.state.location.search).toEqual({ sortBy: 'total', order: 'descending' }));
  expect(first()).not.toContain('OLD-1');
});
