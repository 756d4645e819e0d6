import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#contract/capabilities.ts';
import { announceSessionChange } from '../../api/session/session-changes.ts';
import { MockedProblem } from '../../api/testing/mock-api.ts';
import { takeReturnPath } from '#features/sign-in/web/auth/sign-in/return-path.ts';
import { openPortal, person, signedOut } from '../testing/open-portal.tsx';

const notFound = 'We are sorry but the page you are looking for was not found.';

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
  openPortal('/', { user: person(['User']) });
  await screen.findByRole('status', { name: 'Loading' });
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
});

test('an ordinary user sees the four entries that are for all, and the conversations', async () => {
  openPortal('/', { user: person(['User']) });
  expect(await getMenuLabels()).toEqual([
    'Dashboard',
    'Company Profile',
    'Usage Dashboard',
    'Billing',
    'Conversations',
  ]);
});

test('a SuperAdmin sees every entry, and the groups stay closed elsewhere', async () => {
  openPortal('/', { user: person(['SuperAdmin']) });
  expect(await getMenuLabels()).toHaveLength(14);
});

test('everyone in a suspended company sees since when, why and whom to ask; a planned suspension is announced', async () => {
  const suspension = { from: '2026-11-21T11:00:00.000Z', reason: 'Unpaid invoices.', isInForce: true };
  openPortal('/', { user: person(['User'], { suspension }) });
  const bar = (await screen.findByText(/was suspended on/)).closest('p');
  expect(bar?.textContent).toBe(
    'Acme Manufacturing was suspended on 21 Nov 2026, 13:00: all paid features are disabled. Reason: Unpaid invoices. Questions: support@example.com',
  );
  screen.getByRole('link', { name: 'Contact us' });
  cleanup();
  openPortal('/', { user: person(['User'], { suspension: { ...suspension, isInForce: false } }) });
  await screen.findByText(/Acme Manufacturing will be suspended from/);
});

test('the company’s logo takes the place of the product’s mark', async () => {
  const { api } = openPortal('/', { user: person(['User'], { companyLogo: 'AAAAAAAAAAAAAAAAAAAAAA' }) });
  const menu = await screen.findByRole('navigation', { name: 'Main menu' });
  await within(menu).findByRole('img', { name: 'Portal' });
  expect(api.getCalls('files.get').map(({ params }) => params)).toEqual([{ key: 'AAAAAAAAAAAAAAAAAAAAAA' }]);
});

test('a group opens where the path’s first segment is its own, with the current entry marked', async () => {
  openPortal('/skills/management', { user: person(['SuperAdmin']) });
  const current = await screen.findByRole('link', { name: 'Skills management' });
  expect(current.getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('button', { name: 'Skills Old' }).getAttribute('aria-expanded')).toBe('true');
  expect(screen.queryByRole('link', { name: 'Catalogue' })).toBeNull();
});

test('one entry is marked, also where two have the same page: the one that was chosen', async () => {
  const user = userEvent.setup();
  openPortal('/integrations', { user: person(['SuperAdmin']) });
  const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }));
  const marked = () =>
    menu
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page')
      .map(({ textContent }) => textContent);
  await user.click(await screen.findByRole('link', { name: 'Choose one from the catalogue' }));
  await screen.findByRole('heading', { name: 'Catalogue' });
  expect(marked()).toEqual(['Integrations']);
  await user.click(menu.getByRole('link', { name: 'Connections' }));
  await waitFor(() => expect(marked()).toEqual(['Connections']));
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
  openPortal(path, { user: person(['User']) });
  await screen.findByRole('heading', { name: notFound });
});

test.each([
  ['/settings/billing', /have restricted access to usage and billing/],
  ['/settings/company', /have restricted access to company data/],
  ['/analytics/logs', /have restricted access to transcripts/],
])('%s says that the company’s rights withhold it', async (path, words) => {
  openPortal(path, { user: person(['User'], { capabilities: [] }) });
  await screen.findByText(words);
  expect(await getMenuLabels()).toEqual(['Dashboard']);
});

test('an unknown path is not found and leads to the dashboard and to contacts', async () => {
  openPortal('/no/such/page', { user: person(['SuperAdmin']) });
  const page = within(await screen.findByRole('main'));
  page.getByRole('heading', { name: notFound });
  expect(page.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe('/');
  expect(page.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contacts');
});

test('the list of companies is the provider’s alone', async () => {
  openPortal('/companies', { user: person(['SuperAdmin']) });
  await screen.findByRole('heading', { name: notFound });
});

test('a sign-in that no page asked for leads the operator to the companies, who can still open the dashboard', async () => {
  const operator = person(['SuperAdmin'], { isProvider: true });
  const { router } = openPortal('/contacts', { user: operator });
  await screen.findByRole('heading', { name: 'Technical support' });
  await router.navigate({ to: '/', state: { leadsHome: true } });
  await screen.findByRole('heading', { name: 'Companies', level: 1 });
  expect(router.state.location.pathname).toBe('/companies');
  await router.navigate({ to: '/' });
  await screen.findByRole('heading', { name: 'Dashboard' });
  cleanup();
  const acting = person(['SuperAdmin'], { isProvider: true, homeCompanyName: 'Steward' });
  const { router: ofActing } = openPortal('/contacts', { user: acting });
  await screen.findByRole('heading', { name: 'Technical support' });
  await ofActing.navigate({ to: '/', state: { leadsHome: true } });
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(ofActing.state.location.pathname).toBe('/');
});

test.each([
  [['SuperAdmin'], ['Profile', 'Notifications', 'Contact us', 'Documentation', 'Legal information', 'Log out']],
  [['User'], ['Profile', 'Contact us', 'Documentation', 'Legal information', 'Log out']],
] as [Role[], string[]][])('the profile menu of %s has its entries in order', async (roles, entries) => {
  openPortal('/', { user: person(roles) });
  await screen.findByText('Maria Kask');
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
  ['totpSetup', '/two-factor/app'],
  ['chooseCompany', '/choose-company'],
  ['confirmSignUp', '/verify-account'],
] as const)('half signed in (%s), a path leads to %s and is kept for the end of the sign-in', async (state, path) => {
  const half = new MockedProblem('session.step-out-of-turn');
  const { router } = openPortal('/users?search=kask', {
    session: { createToken: half, getUser: half, get: { state, email: 'maria@acme.example' }, resendCode: { state } },
  });
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
  expect(takeReturnPath()).toBe('/users?search=kask');
});

test('logging out ends the session and shows the log-in page', async () => {
  const { api, router } = openPortal('/contacts', { user: person(['User']) });
  await userEvent.click(await screen.findByRole('button', { name: 'Profile menu' }));
  api.change({ session: signedOut });
  await userEvent.click(screen.getByRole('menuitem', { name: 'Log out' }));
  await waitFor(() => expect(router.state.location.href).toBe('/login'));
  expect(api.getCalls('session.signOut')).toHaveLength(1);
});

const endedNotice =
  'You were signed out, because your session expired or was ended from another device or by an administrator.';

test('a session that was ended elsewhere leads to the log-in page, which says why and keeps the path', async () => {
  const { api, router } = openPortal('/contacts', { user: person(['SuperAdmin']) });
  await screen.findByText('Maria Kask');
  api.change({ session: signedOut, users: { get: new MockedProblem('session.required') } });
  await router.navigate({ href: '/users/0190a7c0-0000-7000-8000-000000000009' });
  await screen.findByText(endedNotice);
  expect(router.state.location.href).toBe('/login?returnTo=%2Fusers%2F0190a7c0-0000-7000-8000-000000000009');
});

test('a page that is reloaded after its session was ended says why; a new visit does not', async () => {
  sessionStorage.setItem('signed-in', 'true');
  const { router } = openPortal('/contacts');
  await screen.findByText(endedNotice);
  expect(router.state.location.href).toBe('/login?returnTo=%2Fcontacts');
  cleanup();
  sessionStorage.clear();
  openPortal('/contacts');
  await screen.findByRole('heading', { name: 'Log in to the portal' });
  expect(screen.queryByText(endedNotice)).toBeNull();
});

test('a navigation moves the focus to the new heading and names the tab', async () => {
  const { router } = openPortal('/', { user: person(['User']) });
  await screen.findByRole('heading', { name: 'Dashboard' });
  await router.navigate({ to: '/documentation' });
  const heading = await screen.findByRole('heading', { name: 'Documentation' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(document.title).toBe('Documentation · Portal');
});

test('a page view names the route and never the id', async () => {
  const { api } = openPortal('/users/0190a7c0-0000-7000-8000-000000000009', { user: person(['User']) });
  await screen.findByRole('heading', { name: notFound });
  await waitFor(() => expect(api.getCalls('pageViews.create')).toHaveLength(1));
  expect(api.getCalls('pageViews.create')[0]?.body).toEqual({ path: '/users/$id' });
});

test('an address that waits for its code is shown above every page', async () => {
  openPortal('/contacts', { user: person(['User'], { pendingEmail: 'new@acme.example' }) });
  await screen.findByText(/new@acme\.example/);
  expect(screen.getByRole('link', { name: 'Verify now' }).getAttribute('href')).toBe('/verify-account');
});

test('a page that could not be loaded is loaded once the browser is back online', async () => {
  const { api } = openPortal('/users', { user: person(['SuperAdmin']) });
  api.change({ users: { list: new MockedProblem('access.refused') } });
  await screen.findByText('This page could not be loaded.');
  api.change({ users: { list: [] } });
  window.dispatchEvent(new Event('online'));
  await screen.findByText('No users to display.');
});
