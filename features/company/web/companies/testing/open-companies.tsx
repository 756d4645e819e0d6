import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { CompanyFigures, ListedCompany } from '#features/company/contract/companies.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { healthy } from '../../operations/testing/healthy.ts';
import { CompaniesPage } from '../companies-page.tsx';

export const provider: ListedCompany = {
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33',
  name: 'The Provider',
  status: 'active',
  isProvider: true,
  createdAt: '2020-01-05T11:45:00.000Z',
  billedSince: '2020-01-05',
  users: 2,
  timeZone: 'Europe/Tallinn',
  suspension: null,
  deletion: null,
};

export const acme: ListedCompany = {
  ...provider,
  id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b11',
  name: 'Acme',
  status: 'pending',
  isProvider: false,
  users: 1250,
};

export const figures: CompanyFigures[] = [
  {
    id: provider.id,
    spend: 0,
    overdue: { count: 0, total: 0 },
    suspension: null,
    unbilledRuns: 0,
    unmappedRuns: 0,
    lastConversation: null,
    notes: null,
  },
  {
    id: acme.id,
    spend: 1250.5,
    overdue: { count: 2, total: 811.25 },
    suspension: null,
    unbilledRuns: 1200,
    unmappedRuns: 4,
    lastConversation: '2026-11-26',
    notes: null,
  },
];

const user = makeCurrentUser({
  id: '6b1f0b7e-4a34-4f0e-8a52-0f9d6d0c2b22',
  accountId: '6b1f0b7e-4a34-4f0e-8a52-0f9d6d0c2b23',
  companyId: provider.id,
  companyName: provider.name,
  company: provider.name,
  firstName: 'Olga',
  lastName: 'Operator',
  email: 'operator@provider.example',
  roles: ['SuperAdmin'],
  isProvider: true,
});

interface Needs {
  exports?: MockedEndpoints['exports'];
  companyNotes?: MockedEndpoints['companyNotes'];
  attention?: NonNullable<MockedEndpoints['attention']>['listCompanies'];
  operations?: MockedEndpoints['operations'];
}

export type Person = ReturnType<typeof userEvent.setup>;

/** Opens the list of two companies over mocked endpoints. */
export async function openCompanies(
  companies: MockedEndpoints['companies'] = {},
  {
    attention = { companies: [], next: null },
    operations = { get: healthy },
    exports = {},
    companyNotes = {},
  }: Needs = {},
  path = '/companies',
) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: user },
    companies: { list: [provider, acme], listFigures: figures, ...companies },
    attention: { listCompanies: attention },
    operations,
    exports,
    companyNotes,
  });
  const page = renderPage(CompaniesPage, path);
  await screen.findByRole('row', { name: /Acme/ });
  return { api, page, person: userEvent.setup() };
}
