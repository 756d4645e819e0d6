import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { problems } from '#contract/problems.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { invoiceId, makeDetails, makeInvoice } from './testing/make-invoice.ts';
import { openBilling, openOptions, rowOf } from './testing/open-billing.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the provider issues a month again whose invoice was credited', async () => {
  const month = {
    _id: invoiceId,
    invoiceId: 'ACME-2026-0003',
    period: '2026-08-01',
    total: 12.5,
    since: '2026-11-20T10:00:00.000Z',
    keepsNumber: false,
  };
  const issueAgain = new MockedProblem('invoices.nothing-to-bill');
  const { api, person } = await openBilling({ isProvider: true, invoices: { listMonthsToIssue: [month], issueAgain } });
  const row = await rowOf('ACME-2026-0003');
  expect(row.textContent).toContain('August 2026€12.5020 Nov 2026, 12:00:00');
  const button = within(row).getByRole('button', { name: 'Issue ACME-2026-0003 again' });
  await person.click(button);
  await screen.findByText('There is nothing to bill for this month.');
  api.change({ invoices: { issueAgain: makeInvoice({ invoiceId: 'ACME-2026-0009' }), listMonthsToIssue: [] } });
  await person.click(button);
  await screen.findByText('Invoice ACME-2026-0009 has been issued for August 2026.');
  await waitFor(() => expect(screen.queryByText('Months to issue again')).toBeNull());
});

test('the provider sends a paper again by e-mail, and reads to how many; others have no such entry', async () => {
  const { api, person } = await openBilling({ isProvider: true, mails: { sendInvoice: { readers: 2 } } });
  await openOptions(person, 'ACME-2026-0007');
  await person.click(screen.getByRole('menuitem', { name: 'Send again by e-mail' }));
  await screen.findByText('Invoice ACME-2026-0007 is sent to 2 recipients.');
  expect(api.getCalls('mails.sendInvoice').map(({ params }) => params)).toEqual([{ _id: invoiceId }]);
  api.change({ mails: { sendInvoice: new MockedProblem('invoices.sent-recently') } });
  await openOptions(person, 'ACME-2026-0007');
  await person.click(screen.getByRole('menuitem', { name: 'Send again by e-mail' }));
  await screen.findByText('This was sent in this hour already. Send it again later.');
});

test('the statement of account has balances and movements of the chosen days, and an order of days that is wrong is said', async () => {
  const movement = { day: '2026-11-03', kind: 'payment', _id: invoiceId, invoiceId: 'ACME-2026-0007' } as const;
  const statement = {
    from: '2026-01-01',
    to: '2026-11-30',
    opening: 10,
    invoiced: 124,
    credited: -24,
    paid: -60,
    closing: 50,
    movements: [{ ...movement, amount: -60, balance: 50 }],
  };
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const getPdf = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
  const { api, person } = await openBilling({ accountStatement: { get: statement, getPdf } });
  await person.click(await screen.findByRole('button', { name: 'Statement of account' }));
  const row = await screen.findByRole('row', { name: /Payment/ });
  expect(row.textContent).toContain('ACME-2026-0007');
  expect(screen.getByText('Closing balance').closest('div')?.textContent).toContain('€50.00');
  const query = api.getCalls('accountStatement.get')[0]?.query as { from: string; to: string };
  expect(query.from).toBe(`${query.to.slice(0, 4)}-01-01`);
  await person.click(screen.getByRole('button', { name: 'Download PDF' }));
  await waitFor(() => expect(saved).toEqual([`statement-of-account-${query.from}-${query.to}.pdf`]));
  expect(api.getCalls('accountStatement.getPdf')[0]?.query).toEqual(query);
  api.change({ accountStatement: { get: statement, getPdf: new MockedProblem('exports.too-large') } });
  await person.click(screen.getByRole('button', { name: 'Download PDF' }));
  await screen.findByText(problems['exports.too-large'].message);
});

const note = makeInvoice({
  _id: invoiceId.replace(/3$/, '8'),
  invoiceId: 'ACME-2026-0008',
  kind: 'creditNote',
  total: -1000,
  status: 'Credited',
  corrects: { _id: invoiceId, invoiceId: 'ACME-2026-0007' },
  correctionReason: 'Billed twice',
});
const creditNotes = [{ _id: note._id, invoiceId: note.invoiceId }];

test('the provider credits a part of an invoice from its row', async () => {
  const list = [makeInvoice({ canCredit: true, canDelete: false, period: '2026-10-01' })];
  const credit = new MockedProblem('record.stale');
  const { api, person } = await openBilling({
    isProvider: true,
    invoices: { list: () => list, listMonthsToIssue: [], credit },
  });
  const menu = await openOptions(person, 'ACME-2026-0007');
  expect(within(menu).queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  await person.click(screen.getByRole('menuitem', { name: 'Credit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Credit invoice ACME-2026-0007' });
  within(dialog).getByText(/October 2026 can then be issued again, with a new number\.$/);
  await person.selectOptions(within(dialog).getByLabelText('Amount'), 'A part');
  within(dialog).getByText('The rest of the invoice is still to be paid.');
  await person.type(within(dialog).getByLabelText('Total to credit, incl. VAT'), '1000');
  await person.type(within(dialog).getByLabelText(/Reason/), 'Billed twice');
  await person.click(within(dialog).getByRole('button', { name: 'Issue credit note' }));
  await waitFor(() => expect(api.getCalls('invoices.credit')).toHaveLength(1));
  expect(api.getCalls('invoices.credit')[0]?.body).toEqual({ reason: 'Billed twice', total: 1000, version: 3 });
  api.change({ invoices: { credit: note } });
  await person.click(within(dialog).getByRole('button', { name: 'Issue credit note' }));
  await screen.findByText('Credit note ACME-2026-0008 has been issued.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an invoice and its credit note lead to each other, also for who only reads', async () => {
  const issued = makeInvoice({ credited: 1000, creditNotes });
  const get = makeDetails({ ...note, canCredit: false, payment: null });
  const { page, person } = await openBilling({ roles: ['User'], invoices: { list: () => [note, issued], get } });
  const row = await rowOf('November 15th, 2026');
  expect(row.textContent).toContain('Pending€1,000.00 credited by ACME-2026-0008');
  screen.getByText(/^1 invoice less 1 credit note, €\d/);
  expect((await rowOf('−€1,000.00')).textContent).toContain('–−€1,000.00CreditedCorrects ACME-2026-0007');
  await person.click(within(row).getByRole('link', { name: 'ACME-2026-0008' }));
  const dialog = await screen.findByRole('dialog', { name: 'Credit note ACME-2026-0008' });
  expect(page.router.state.location.search).toEqual({ invoice: note._id });
  within(dialog).getByText('€1,000.00 incl. VAT');
  within(dialog).getByText('Billed twice');
  within(dialog).getByText(/^Nothing is to be paid/);
  expect(within(dialog).queryByRole('button', { name: 'Credit' })).toBeNull();
});
