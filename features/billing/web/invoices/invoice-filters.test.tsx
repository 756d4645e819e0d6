import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { invoiceId, makeDetails, makeInvoice } from './testing/make-invoice.ts';
import { openBilling, overdue, paid, rowOf } from './testing/open-billing.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

const own = makeInvoice({ _id: invoiceId.replace(/3$/, '7'), invoiceId: 'OWN-9', status: 'Overdue', isOwn: true });
const old = makeInvoice({
  _id: invoiceId.replace(/3$/, '8'),
  invoiceId: 'OLD-3',
  status: 'Paid',
  issueDate: '2025-03-01',
  total: 10,
});
const listNumbers = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent);

test('the head says what is open and overdue, and leads to it; the sum of what is left stands beside the filters', async () => {
  const { person, page } = await openBilling({ invoices: { list: [makeInvoice(), overdue, own, paid, old] } });
  const line = (await screen.findByRole('link', { name: '2 invoices open' })).closest('p');
  expect(line?.textContent).toBe('2 invoices open€1,234.57incl. VAT1 overdue');
  screen.getByText('4 invoices, €2,479.07 incl. VAT, and 1 own record');
  await person.click(screen.getByRole('link', { name: '1 overdue' }));
  await screen.findByText('1 invoice, €0.07 incl. VAT');
  expect(listNumbers()).toEqual(['OLD-1']);
  expect(page.router.state.location.search).toEqual({ status: 'overdue' });
  await person.selectOptions(screen.getByLabelText('Status'), 'Paid');
  await person.selectOptions(screen.getByLabelText('Year of issue'), '2025');
  await screen.findByText('1 invoice, €10.00 incl. VAT');
  expect(listNumbers()).toEqual(['OLD-3']);
  expect(page.router.state.location.search).toEqual({ status: 'paid', year: 2025 });
});

test('a filter that leaves nothing says so, and leads back to all; another word is none', async () => {
  const { person } = await openBilling({
    path: '/settings/billing?status=overdue&year=2026',
    invoices: { list: [paid, old] },
  });
  await screen.findByText('No invoice is overdue.');
  expect(screen.getByRole('button', { name: 'Download the list of invoices' })).toHaveProperty('disabled', true);
  await person.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(listNumbers()).toHaveLength(2));
  screen.getByText('No invoice is open.');
  cleanup();
  await openBilling({ path: '/settings/billing?status=lost&year=x', invoices: { list: [paid, old] } });
  await rowOf('OLD-3');
  expect(listNumbers()).toHaveLength(2);
});

test('J and K lead through the invoices that the list shows, in its order', async () => {
  const { person, page } = await openBilling({
    invoices: { list: [makeInvoice(), overdue, paid], get: makeDetails() },
    path: `/settings/billing?status=open&invoice=${invoiceId}`,
  });
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('1 of 2');
  await person.keyboard('j');
  await dialog.findByText('2 of 2');
  expect(page.router.state.location.search).toMatchObject({ status: 'open', invoice: overdue._id });
  expect(dialog.getByRole('button', { name: 'Next invoice' })).toHaveProperty('disabled', true);
  await person.keyboard('k');
  await dialog.findByText('1 of 2');
});

test('a long invoice shows its first lines and the sum of the others until its button is pressed', async () => {
  const [line] = makeDetails().lines;
  const lines = Array.from({ length: 40 }, (_, index) => ({ ...line, description: `Skill ${index}`, total: 1 }));
  const get = makeDetails({ lines: lines as never });
  const { person } = await openBilling({ invoices: { get }, path: `/settings/billing?invoice=${invoiceId}` });
  const table = within(await screen.findByRole('dialog')).getByRole('table');
  expect(within(table).getAllByRole('row')).toHaveLength(1 + 15 + 2);
  within(table).getByRole('cell', { name: '€25.00' });
  await person.click(within(table).getByRole('button', { name: 'Show all 40 lines' }));
  expect(within(table).getAllByRole('row')).toHaveLength(1 + 40 + 1);
});

test('an invoice is downloaded as PDF by one button, and as XML by a menu', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const xml = new Blob(['<Invoice/>'], { type: 'application/xml' });
  const { api, person } = await openBilling({
    invoices: { get: makeDetails({ hasXml: true }), getXml: xml, getPdf: xml },
    path: `/settings/billing?invoice=${invoiceId}`,
  });
  const dialog = within(await screen.findByRole('dialog'));
  await person.click(await dialog.findByRole('button', { name: 'Download as XML' }));
  await person.click(await dialog.findByRole('menuitem', { name: 'Peppol and XRechnung (UBL)' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(api.getCalls('invoices.getXml')[0]?.query).toEqual({ syntax: 'ubl' });
  await person.click(dialog.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(saved[1]).toBe('ACME-2026-0007.pdf'));
});
