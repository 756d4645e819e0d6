import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CompanySupport } from '#features/company/contract/companies.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { SupportOverview } from './support-overview.tsx';

const acme: CompanySupport = {
  id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b11',
  name: 'Acme',
  period: '2026-11',
  requests: 12,
  minutes: 1045,
  cost: 1300.1,
};

function open(listSupport: CompanySupport[] | MockedProblem) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ isProvider: true }) },
    companies: { listSupport },
  });
  return { api, page: renderPage(SupportOverview, '/companies'), person: userEvent.setup() };
}

test('the open month is shown by company with its sums, and a row leads to the requests of its company', async () => {
  const globex = {
    ...acme,
    id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b12',
    name: 'Globex',
    period: '2026-10',
    requests: 1,
    cost: 0.2,
  };
  const { page, person } = open([acme, globex]);
  const caption = await screen.findByText('Support requests of the open month by company', {
    ignore: '[aria-hidden] caption',
  });
  expect([...(caption.closest('table')?.rows ?? [])].map(({ textContent }) => textContent)).toEqual([
    'CompanyMonthRequestsMinutesCost, excl. VATOpen',
    'AcmeNovember 2026121,045€1,300.10Open requests',
    'GlobexOctober 202611,045€0.20Open requests',
  ]);
  screen.getByText('13 in the open month, €1,300.30 excl. VAT. Not billed before the month ends.');
  await person.click(screen.getByRole('button', { name: 'Open the requests of Globex' }));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/settings/usage/support'));
  expect(sessionStorage.getItem('chosen-company')).toBe(globex.id);
});

test('months without requests and failures say so', async () => {
  const { api, person } = open(new MockedProblem('internal'));
  await screen.findByRole('alert');
  api.change({ companies: { listSupport: [] } });
  await person.click(screen.getByRole('button', { name: /again/i }));
  await screen.findByText('No company has support requests in the open month.');
});
