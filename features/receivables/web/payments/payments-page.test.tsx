import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { maxStatementBytes } from '#features/receivables/contract/payments/entry-words.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { chooseEntry } from '#web/testing/choose-entry.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { PaymentsPage } from './payments-page.tsx';
import { StatementsPage } from './statements-page.tsx';
import { makeBankEntry, makeStatement } from './testing/bank-entries.ts';

const sums = { open: 1, matched: 2, aside: 0, returned: 0, openRest: 124 };
const candidate = {
  id: '0e6a9d7e-3a5e-4c2f-9d68-0f1a2b3c4d03',
  label: 'ACME-2026-0001',
  companyName: 'Acme',
  amount: 100,
  day: '2026-11-15',
};

async function open(payments: MockedEndpoints['payments'], page: 'payments' | 'statements' = 'payments') {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'], isProvider: true }) },
    payments,
  });
  if (page === 'payments') renderPage(PaymentsPage, '/payments');
  else renderPage(StatementsPage, '/payments/statements');
  await screen.findByRole('heading', { level: 1 });
  return { api, person: userEvent.setup() };
}

const choose = async (file: File) => userEvent.upload(screen.getByLabelText('Bank statement'), file);

test('an entry says why it waits, and is assigned to one of its candidates', async () => {
  const { api, person } = await open({
    list: { entries: [makeBankEntry()], next: null, sums },
    listCandidates: [candidate],
    assign: makeBankEntry({ state: 'matched', rest: 0 }),
  });
  await screen.findByText('Acme Manufacturing AS');
  screen.getByText('It names several invoices, or several are of its amount.');
  screen.getByText('€124.00 is assigned to no invoice yet.');
  await person.click(screen.getByRole('button', { name: 'Assign' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/^ACME-2026-0001 · Acme · €100\.00 · due /);
  await person.click(dialog.getByRole('button', { name: 'Assign' }));
  await vi.waitFor(() => expect(api.getCalls('payments.assign')).toHaveLength(1));
  expect(api.getCalls('payments.assign')[0]?.body).toEqual({ version: 1, candidateId: candidate.id });
  await screen.findByText('The payment has been assigned.');
});

test('a change by another person meanwhile is shown in the dialog', async () => {
  const { person } = await open({
    list: { entries: [makeBankEntry()], next: null, sums },
    setAside: new MockedProblem('payments.no-rest'),
  });
  await screen.findByText('Acme Manufacturing AS');
  await chooseEntry(person, 'Steps for Acme Manufacturing AS', 'Set aside');
  await person.click(await screen.findByRole('button', { name: 'Set aside' }));
  await screen.findByText('Nothing of this bank entry is left to assign.');
});

test('matched entries say what they pay, and are undone', async () => {
  const paid = {
    invoiceId: candidate.id,
    number: 'ACME-2026-0001',
    companyId: candidate.id,
    companyName: 'Acme',
    amount: 100,
  };
  const entry = makeBankEntry({ state: 'matched', reason: null, rest: 24, payments: [paid], decidedBy: 'Kati Kask' });
  const { api, person } = await open({ list: { entries: [entry], next: null, sums }, undo: makeBankEntry() });
  await screen.findByText('ACME-2026-0001, Acme: €100.00');
  screen.getByText('€24.00 left');
  screen.getByText('Decided by Kati Kask');
  await chooseEntry(person, 'Steps for Acme Manufacturing AS', 'Undo');
  await screen.findByText(/no longer counts for ACME-2026-0001/);
  await person.click(screen.getByRole('button', { name: 'Undo' }));
  await vi.waitFor(() => expect(api.getCalls('payments.undo')).toHaveLength(1));
});

test('an uploaded file says what it would do, then what became of it, that it was read before, or why it is refused', async () => {
  const outcome = { isKnown: false, statements: [makeStatement()], otherAccounts: 1, matched: 9, open: 1 };
  const groups = [{ kind: 'paid' as const, count: 9, amount: 900 }];
  const preview = { ...outcome, groups, earlier: 1, entries: [makeBankEntry()], token: 'first' };
  const { api, person } = await open(
    { listStatements: [], previewStatement: preview, readStatement: new MockedProblem('payments.preview-stale') },
    'statements',
  );
  await choose(new File(['<Document/>'], 'november.xml'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Preview of november.xml' }));
  dialog.getByRole('row', { name: 'Pays its invoices 9 €900.00' });
  dialog.getByText(
    /^2 payments already read .* 1 payment of earlier files changed too\. .* 1 statement left out of other/,
  );
  dialog.getByText('Acme Manufacturing AS');
  expect(api.getCalls('payments.readStatement')).toHaveLength(0);
  api.change({ payments: { previewStatement: { ...preview, groups: [], token: 'second' } } });
  await person.click(dialog.getByRole('button', { name: 'Record' }));
  await dialog.findByText(/has changed since you looked at it/);
  await dialog.findByText('The bank statement has no new payments.');
  api.change({ payments: { readStatement: outcome } });
  await person.click(dialog.getByRole('button', { name: 'Record' }));
  await screen.findByText(/^9 payments matched, 1 to decide\. 2 payments already read from another file\./);
  expect(screen.getByRole('link', { name: 'Decide about them' }).getAttribute('href')).toBe('/payments');
  expect(api.getCalls('payments.readStatement').map(({ query }) => query)).toEqual([
    { fileName: 'november.xml', token: 'first' },
    { fileName: 'november.xml', token: 'second' },
  ]);
  api.change({ payments: { previewStatement: { ...preview, isKnown: true } } });
  await choose(new File(['<Document/>'], 'november.xml'));
  await screen.findByText('This file was already read. Nothing changed.');
  api.change({ payments: { previewStatement: new MockedProblem('payments.unreadable') } });
  await choose(new File(['MT940'], 'november.sta.xml'));
  await screen.findByText(/could not be read as a bank statement/);
  await choose(new File([new Uint8Array(maxStatementBytes + 1)], 'large.xml'));
  await screen.findByText(/too large/);
  expect(api.getCalls('payments.previewStatement')).toHaveLength(4);
});

test('further pages are loaded, and a list that fails can be loaded again', async () => {
  const second = makeBankEntry({ id: candidate.id, payerName: 'Older AS' });
  const { api, person } = await open({
    list: ({ query }: { query?: { before?: string } }) =>
      query?.before === undefined
        ? { entries: [makeBankEntry()], next: '2026-11-20_x', sums }
        : { entries: [second], next: null, sums },
  } as never);
  await screen.findByText('Acme Manufacturing AS');
  await person.click(screen.getByRole('button', { name: 'Load older' }));
  await screen.findByText('Older AS');
  expect(screen.queryByRole('button', { name: 'Load older' })).toBeNull();
  expect(api.getCalls('payments.list').length).toBeGreaterThanOrEqual(2);
});

test('statements are listed with their days, and one is undone', async () => {
  const { api, person } = await open({ listStatements: [makeStatement()], undoStatement: null } as never, 'statements');
  await screen.findByText('november.xml');
  screen.getByText('2 known before');
  await person.click(screen.getByRole('button', { name: 'Undo november.xml' }));
  await person.click(await screen.findByRole('button', { name: 'Undo statement' }));
  await vi.waitFor(() => expect(api.getCalls('payments.undoStatement')).toHaveLength(1));
});
