import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ClosingCompanies, ClosingCompany } from '#features/billing/contract/close/closes.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { CloseOverview } from './close-overview.tsx';

const part = { treatment: 'domestic', percent: 24, net: 10, amount: 2.4, mention: null } as const;

const acme: ClosingCompany = {
  id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b11',
  name: 'Acme',
  waitsFor: null,
  isVatUndecided: false,
  monthsToIssue: [],
  months: [
    {
      period: '2026-10',
      closesOn: '2026-11-03',
      lines: [{ description: 'Leave request', requests: 20, price: 0.5, total: 10 }],
      vat: { net: 10, amount: 2.4, rounding: 0, total: 12.4, parts: [part], areLinesNet: true },
    },
  ],
};
const globex: ClosingCompany = {
  ...acme,
  id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b12',
  name: 'Globex',
  isVatUndecided: true,
};
const bare: ClosingCompany = {
  ...acme,
  id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b13',
  name: 'Bare',
  waitsFor: 'address',
  monthsToIssue: ['2026-09'],
};
const toPage = (companies: ClosingCompany[], next: string | null = null): ClosingCompanies => ({ companies, next });

function open(list: ClosingCompanies | MockedProblem, issue: MockedEndpoints['closes'] = {}) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ isProvider: true }) },
    closes: { list, ...issue },
  });
  renderPage(CloseOverview, '/companies');
  return { api, person: userEvent.setup() };
}

const issued = { invoices: [{ invoiceId: 'INV-2026-0001', period: '2026-10', total: 12.4 }] };

test('a preview shows lines, VAT and total of a company, and issues exactly that', async () => {
  const { api, person } = open(toPage([acme, bare]), { issue: issued });
  const caption = await screen.findByText('Ended months without an invoice by company', {
    ignore: '[aria-hidden] caption',
  });
  expect([...(caption.closest('table')?.rows ?? [])].map(({ textContent }) => textContent).slice(1)).toEqual([
    'AcmeOctober 2026€10.00€12.40The portal issues it on 3 November 2026.Preview',
    'BareOctober 2026€10.00€12.40The profile of the company lacks street, city or country. September 2026 was credited and waits in its billing.Preview',
  ]);
  await person.click(screen.getByRole('button', { name: 'Preview the invoice of Bare' }));
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Issue now' })).disabled).toBe(true);
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await person.click(screen.getByRole('button', { name: 'Preview the invoice of Acme' }));
  const dialog = await screen.findByRole('dialog', { name: 'Next invoice of Acme' });
  within(dialog).getByText('Leave request');
  within(dialog).getByText('€12.40 incl. VAT');
  await person.click(within(dialog).getByRole('button', { name: 'Issue now, €12.40' }));
  await screen.findByText('Issued to Acme: INV-2026-0001.');
  expect(api.getCalls('closes.issue')).toMatchObject([{ params: { id: acme.id }, body: { total: 12.4 } }]);
});

test('all that are ready are issued one after the other, also where one fails', async () => {
  const { api, person } = open(toPage([acme, globex, bare]), {
    issue: ({ params }) => (params.id === acme.id ? new MockedProblem('invoices.changed') : issued),
  });
  await person.click(await screen.findByRole('button', { name: 'Issue all 2' }));
  await person.click(await screen.findByRole('button', { name: 'Issue now, €24.80' }));
  await screen.findByText('1 invoice issued. Acme: The amount has changed. Check it again before you issue it.');
  expect(api.getCalls('closes.issue')).toHaveLength(2);
});

test('more companies, none and a failure are shown', async () => {
  const { api, person } = open(new MockedProblem('internal'));
  await screen.findByRole('alert');
  api.change({ closes: { list: toPage([acme], acme.id) } });
  await person.click(screen.getByRole('button', { name: /again/i }));
  await screen.findByText(/1 company shown so far, €12.40/);
  api.change({ closes: { list: toPage([globex]) } });
  await person.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText(/2 companies, €24.80/);
  api.change({ closes: { list: toPage([]) } });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
});
