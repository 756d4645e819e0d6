import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#contract/capabilities.ts';
import type { Tenant } from '#contract/companies.ts';
import type { CurrentUser } from '#contract/session-forms.ts';
import { announceSessionChange } from '../api/session-changes.ts';
import { mockApi, Refusal } from '../api/testing/mock-api.ts';
import type { MockedEndpoints } from '../api/testing/mock-api.ts';
import { takeReturnPath } from '../features/auth/return-path.ts';
import { buildRouter } from './router.ts';

const notFound = 'We are sorry but the page you are looking for was not found.';

function person(roles: Role[], changes: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: '0190a7c0-0000-7000-8000-000000000001',
    accountId: '0190a7c0-0000-7000-8000-000000000002',
    companyId: '0190a7c0-0000-7000-8000-000000000003',
    companyName: 'Acme Manufacturing',
    company: 'Acme',
    firstName: 'Maria',
    lastName: 'Kask',
    email: 'maria@acme.example',
    roles,
    sapId: null,
    version: 1,
    timeZone: 'Europe/Tallinn',
    isProvider: false,
    hasTwoFactor: false,
    pendingEmail: null,
    companies: [{ id: '0190a7c0-0000-7000-8000-000000000003', name: 'Acme Manufacturing' }],
    ...changes,
  };
}

const token = { token: 'signed', expiresAt: '2099-01-01T00:00:00.000Z' };
const signedOut = {
  token: new Refusal('session.required'),
  user: new Refusal('session.required'),
  get: { state: 'signIn' },
} as const;

const tenants = (length: number) =>
  Array.from({ length }, (_, index) => ({
    id: `0190a7c0-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
    name: `Company ${index}`,
    status: 'active' as const,
    isProvider: false,
    createdAt: '2020-01-05T11:45:00.000Z',
    users: 1,
  }));

async function openSwitcher() {
  await userEvent.click(await screen.findByRole('button', { name: /^Company: / }));
}

const getChoices = () => screen.getAllByRole('menuitemradio').map((item) => item.textContent);

function openPortal(
  path: string,
  user?: CurrentUser,
  session: MockedEndpoints['session'] = signedOut,
  companies: Tenant[] = [],
) {
  const api = mockApi({
    session: user ? { token, user, get: { state: 'signedIn' }, signOut: { state: 'signedOut' } } : session,
    pageViews: { create: undefined },
    companies: { list: companies },
    users: { get: new Refusal('record.not-found'), roles: ['User'] },
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

async function getMenuLabels(): Promise<string[]> {
  const menu = await screen.findByRole('navigation', { name: 'Main menu' });
  return within(menu)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
}

beforeEach(() => {
  window.scrollTo = () => {};
});

afterEach(() => {
  announceSessionChange('signed-in');
  vi.unstubAllGlobals();
});

test('the page loader shows until it is known who is signed in', async () => {
  openPortal('/', person(['User']));
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeDefined();
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
});

test('an ordinary user sees the four entries that are for all', async () => {
  openPortal('/', person(['User']));
  expect(await getMenuLabels()).toEqual(['Dashboard', 'Company Profile', 'Usage Dashboard', 'Billing']);
});

test('a SuperAdmin sees every entry, and the groups stay closed elsewhere', async () => {
  openPortal('/', person(['SuperAdmin']));
  expect(await getMenuLabels()).toHaveLength(10);
});

test('a group opens where the path’s first segment is its own, with the current entry marked', async () => {
  openPortal('/skills/management', person(['SuperAdmin']));
  const current = await screen.findByRole('link', { name: 'Skills management' });
  expect(current.getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('button', { name: 'Skills Old' }).getAttribute('aria-expanded')).toBe('true');
  expect(screen.queryByRole('link', { name: 'Catalogue' })).toBeNull();
});

test.each([
  '/users',
  '/dashboard-old',
  '/settings/notifications',
  '/settings/audit',
  '/skills',
  '/connections',
  '/companies',
])('%s is not found for an ordinary user', async (path) => {
  openPortal(path, person(['User']));
  expect(await screen.findByRole('heading', { name: notFound })).toBeDefined();
});

test('an unknown path is not found and leads to the dashboard and to contacts', async () => {
  openPortal('/no/such/page', person(['SuperAdmin']));
  const page = within(await screen.findByRole('main'));
  expect(page.getByRole('heading', { name: notFound })).toBeDefined();
  expect(page.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe('/');
  expect(page.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contacts');
});

test('the list of companies is the provider’s alone', async () => {
  openPortal('/companies', person(['SuperAdmin']));
  expect(await screen.findByRole('heading', { name: notFound })).toBeDefined();
});

test.each([
  [['SuperAdmin'], ['Profile', 'Notifications', 'Contact us', 'Documentation', 'Legal information', 'Log out']],
  [['User'], ['Profile', 'Contact us', 'Documentation', 'Legal information', 'Log out']],
] as [Role[], string[]][])('the profile menu of %s has its entries in order', async (roles, entries) => {
  openPortal('/', person(roles));
  expect(await screen.findByText('Maria Kask')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Profile menu' }));
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(entries);
});

test('signed out, a path leads to the log-in page and is kept for the return', async () => {
  const { router } = openPortal('/contacts?from=mail');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(router.state.location.href).toBe('/login?returnTo=%2Fcontacts%3Ffrom%3Dmail');
});

test.each([
  ['requireNewPassword', '/new-password'],
  ['confirmSignIn', '/two-factor'],
  ['confirmSignUp', '/verify-account'],
] as const)('half signed in (%s), a path leads to %s and is kept for the end of the sign-in', async (state, path) => {
  const half = new Refusal('session.step-out-of-turn');
  const { router } = openPortal('/users?search=kask', undefined, {
    token: half,
    user: half,
    get: { state, email: 'maria@acme.example' },
    resendCode: { state },
  });
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
  expect(takeReturnPath()).toBe('/users?search=kask');
});

test('logging out ends the session and shows the log-in page', async () => {
  const { api, router } = openPortal('/contacts', person(['User']));
  await userEvent.click(await screen.findByRole('button', { name: 'Profile menu' }));
  api.change({ session: signedOut });
  await userEvent.click(screen.getByRole('menuitem', { name: 'Log out' }));
  await waitFor(() => expect(router.state.location.href).toBe('/login'));
  expect(api.getCalls('session.signOut')).toHaveLength(1);
});

test('a navigation moves the focus to the new heading and names the tab', async () => {
  const { router } = openPortal('/', person(['User']));
  await screen.findByRole('heading', { name: 'Dashboard' });
  await router.navigate({ to: '/documentation' });
  const heading = await screen.findByRole('heading', { name: 'Documentation' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(document.title).toBe('Documentation · Portal');
});

test('a page view names the route and never the id', async () => {
  const { api } = openPortal('/users/0190a7c0-0000-7000-8000-000000000009', person(['User']));
  await screen.findByRole('heading', { name: notFound });
  await waitFor(() => expect(api.getCalls('pageViews.create')).toHaveLength(1));
  expect(api.getCalls('pageViews.create')[0]?.body).toEqual({ path: '/users/$id' });
});

test('an address that waits for its proof is told above every page', async () => {
  openPortal('/contacts', person(['User'], { pendingEmail: 'new@acme.example' }));
  expect(await screen.findByText(/new@acme\.example/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Verify it now' }).getAttribute('href')).toBe('/verify-account');
});

test('the provider chooses from a few companies at once, and finds many on their page', async () => {
  openPortal('/', person(['SuperAdmin'], { isProvider: true }), signedOut, tenants(10));
  await openSwitcher();
  await waitFor(() => expect(getChoices()).toHaveLength(10));
});

test('of many companies the switcher shows one’s own and leads to the rest', async () => {
  const { api } = openPortal('/', person(['SuperAdmin'], { isProvider: true }), signedOut, tenants(11));
  await openSwitcher();
  await waitFor(() => expect(api.getCalls('companies.list')).toHaveLength(1));
  expect(getChoices()).toEqual(['Acme Manufacturing']);
  expect(screen.getByRole('menuitem', { name: 'All companies' }).getAttribute('href')).toBe('/companies');
});

test('a switch leaves the page first, so that its record is not asked for in the other company', async () => {
  const id = '0190a7c0-0000-7000-8000-000000000009';
  const { api, router } = openPortal(
    `/users/${id}`,
    person(['SuperAdmin'], { isProvider: true }),
    signedOut,
    tenants(3),
  );
  await waitFor(() => expect(api.getCalls('users.get')).toHaveLength(1));
  await openSwitcher();
  await waitFor(() => expect(getChoices()).toHaveLength(3));
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Company 1' }));
  await waitFor(() => expect(sessionStorage.getItem('chosen-company')).toBe(tenants(3)[1]?.id));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  await waitFor(() => expect(api.getCalls('session.user').at(-1)?.headers.get('x-company')).toBe(tenants(3)[1]?.id));
  expect(api.getCalls('users.get')).toHaveLength(1);
});
