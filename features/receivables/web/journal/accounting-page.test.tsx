import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { JournalSettings } from '#features/receivables/contract/journal/journal.ts';
import { ledgerAccountNames, ledgerAccounts } from '#features/receivables/contract/journal/ledger-accounts.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { fill } from '#web/testing/fill.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { AccountingPage } from './accounting-page.tsx';

const settings = {
  accounts: Object.fromEntries(
    ledgerAccountNames.map((name) => [name, { number: ledgerAccounts[name].number, costCentre: '' }]),
  ),
  version: 1,
} as JournalSettings;

async function open(journal: MockedEndpoints['journal'] = {}) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'], isProvider: true }) },
    journal: { getAccounts: settings, ...journal },
    exports: { listJournal: new Blob(['a']), listAllInvoices: new Blob(['a']) },
  });
  renderPage(AccountingPage, '/companies/accounting');
  await screen.findByRole('textbox', { name: 'VAT: VAT' });
  return { api, person: userEvent.setup() };
}

test('an account is changed with the version that was read, and what is refused says why at its field', async () => {
  const message = 'Enter an account of at most 20 characters.';
  const problem = new MockedProblem('request.invalid', { fields: [{ path: 'accounts.vat.number', message }] });
  const { api, person } = await open({ updateAccounts: problem });
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });
  expect(save.disabled).toBe(true);
  const vat = screen.getByRole('textbox', { name: 'VAT: VAT' });
  await person.clear(vat);
  await fill(person, vat, '2400');
  await person.click(save);
  await screen.findByText(message);
  const accounts = { ...settings.accounts, vat: { number: '2400', costCentre: '' } };
  api.change({ journal: { updateAccounts: { accounts, version: 2 } } });
  await person.click(save);
  await screen.findByText('The accounts have been saved.');
  expect(api.getCalls('journal.updateAccounts')[0]?.body).toEqual({ accounts, version: 1 });
});

test('the journal of the last month and the open invoices of all companies are downloaded in the chosen format', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  const { api, person } = await open();
  await person.click(screen.getByRole('button', { name: 'Download the journal' }));
  await person.click(await screen.findByRole('menuitem', { name: 'CSV with semicolons' }));
  await vi.waitFor(() => expect(api.getCalls('exports.listJournal')).toHaveLength(1));
  const { from, to, format } = (api.getCalls('exports.listJournal')[0]?.body ?? {}) as Record<string, string>;
  expect([from?.slice(8), format]).toEqual(['01', 'semicolons']);
  expect(from?.slice(0, 7)).toBe(to?.slice(0, 7));
  await person.click(screen.getByRole('button', { name: 'Download the invoices of all companies' }));
  await person.click(await screen.findByRole('menuitem', { name: 'CSV, Open' }));
  await vi.waitFor(() => expect(api.getCalls('exports.listAllInvoices')).toHaveLength(1));
  expect(api.getCalls('exports.listAllInvoices')[0]?.body).toEqual({ status: 'open', format: 'csv' });
});
