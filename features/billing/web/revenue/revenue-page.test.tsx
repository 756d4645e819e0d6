import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Revenue } from '#features/billing/contract/revenue/revenue.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { RevenuePage } from './revenue-page.tsx';
import { acme, provider } from '#features/company/web/companies/testing/open-companies.tsx';

const periods = Array.from(
  { length: 24 },
  (_, index) => `${2025 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`,
);
const row = { companyId: acme.id, companyName: 'Acme', invoices: 1, creditNotes: 0, isDeleted: false };
const revenue: Revenue = {
  periods,
  rows: [
    { ...row, period: '2025-03', net: 1000 },
    { ...row, period: '2026-11', net: 100.1 },
    { ...row, period: '2026-12', net: 200.2, invoices: 2, creditNotes: 1 },
    { ...row, companyId: provider.id, companyName: 'Globex', isDeleted: true, period: '2026-12', net: -50 },
  ],
};

function openRevenue(list: NonNullable<MockedEndpoints['revenue']>['list'] = revenue) {
  const user = makeCurrentUser({
    companyId: provider.id,
    companyName: provider.name,
    roles: ['SuperAdmin'],
    isProvider: true,
  });
  const api = mockApi({ session: { createToken: makeToken, getUser: user }, revenue: { list } });
  return { api, page: renderPage(RevenuePage, '/companies/revenue'), person: userEvent.setup() };
}

const readRows = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map(({ children }) => [...children].map(({ textContent }) => textContent));

test('revenue is shown by month and by company, of twelve months or twenty-four, and of one month', async () => {
  const { person } = openRevenue();
  await screen.findByText(/^€250.30 in 12 months\./);
  expect(readRows('Revenue by month').slice(0, 2)).toEqual([
    ['December 2026', '3', '1', '€150.20'],
    ['November 2026', '1', '–', '€100.10'],
  ]);
  expect(readRows('Revenue by company')).toEqual([
    ['Acme', '3', '1', '€300.30'],
    ['Globex (deleted)', '1', '–', '−€50.00'],
  ]);
  await person.click(screen.getByRole('button', { name: 'Show the companies of November 2026' }));
  await screen.findByRole('heading', { name: 'By company, November 2026' });
  expect(readRows('Revenue by company')).toEqual([['Acme', '1', '–', '€100.10']]);
  await person.selectOptions(screen.getByRole('combobox', { name: 'Months shown' }), 'Last 24 months');
  await screen.findByText(/^€1,250.30 in 24 months\./);
  expect(readRows('Revenue by company')[0]).toEqual(['Acme', '4', '1', '€1,300.30']);
});

test('a company leads to its invoices of the year, which is asked before', async () => {
  const { page, person } = openRevenue();
  await person.click(await screen.findByRole('button', { name: 'Show the companies of December 2026' }));
  await person.click(screen.getByRole('button', { name: 'Open the invoices of Acme' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Act in Acme?' }));
  await person.click(dialog.getByRole('button', { name: 'Open Acme' }));
  await waitFor(() =>
    expect(page.router.state.location).toMatchObject({ pathname: '/settings/billing', search: { year: '2026' } }),
  );
});

test('a failure says so, and nothing issued too', async () => {
  const { api, person } = openRevenue(new MockedProblem('internal'));
  const again = await screen.findByRole('button', { name: /try again|retry/i });
  api.change({ revenue: { list: { periods, rows: [] } } });
  await person.click(again);
  await screen.findByText('Nothing was issued.');
});
