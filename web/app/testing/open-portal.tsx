import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { Role } from '#contract/capabilities.ts';
import type { ListedCompany } from '#features/company/contract/companies.ts';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { makeCurrentUser, makeToken, type MadeUser } from '../../api/testing/make-current-user.ts';
import { mockApi, MockedProblem, picture, type MockedEndpoints } from '../../api/testing/mock-api.ts';
import { healthy } from '#features/company/web/operations/testing/healthy.ts';
import { makeEmptyStats } from '#features/dashboard/web/testing/stats.ts';
import { buildRouter } from '../routes/router.ts';

export const person = (roles: Role[], changes: MadeUser = {}): CurrentUser =>
  makeCurrentUser({
    id: '0190a7c0-0000-7000-8000-000000000001',
    accountId: '0190a7c0-0000-7000-8000-000000000002',
    companyId: '0190a7c0-0000-7000-8000-000000000003',
    firstName: 'Maria',
    lastName: 'Kask',
    email: 'maria@acme.example',
    roles,
    companies: [{ id: '0190a7c0-0000-7000-8000-000000000003', name: 'Acme Manufacturing' }],
    ...changes,
  });

/** The answers without a session. */
export const signedOut = {
  createToken: new MockedProblem('session.required'),
  getUser: new MockedProblem('session.required'),
  get: { state: 'signIn' },
} as const satisfies MockedEndpoints['session'];

interface Facts {
  /** The signed-in user. */
  user?: CurrentUser;
  /** The answers about a session that is only half there. */
  session?: MockedEndpoints['session'];
  /** Every company, as the provider sees them. */
  companies?: ListedCompany[];
}

/** Opens a path of the whole portal, shell and routes included. */
export function openPortal(path: string, { user, session = signedOut, companies = [] }: Facts = {}) {
  const api = mockApi({
    session: user
      ? { createToken: makeToken, getUser: user, get: { state: 'signedIn' }, signOut: { state: 'signedOut' } }
      : session,
    pageViews: { create: undefined },
    analytics: { getStats: makeEmptyStats() },
    attention: { list: { lines: [] }, listCompanies: { companies: [], next: null } },
    companies: { list: companies, listFigures: [], listSupport: [] },
    operations: { get: healthy },
    companyDeletions: { list: { waitingDays: 30, deleted: [] } },
    integrations: { list: [] },
    files: { get: picture },
    users: { get: new MockedProblem('record.not-found'), listRoles: ['User'] },
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = buildRouter(queryClient);
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { api, router };
}
