import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { announceSessionChange } from '../../api/session/session-changes.ts';
import { openPortal, person } from '../testing/open-portal.tsx';

const companies = (length: number) =>
  Array.from({ length }, (_, index) => ({
    id: `0190a7c0-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
    name: `Company ${index}`,
    status: 'active' as const,
    isProvider: false,
    createdAt: '2020-01-05T11:45:00.000Z',
    billedSince: '2020-01-05',
    users: 1,
    timeZone: 'Europe/Tallinn',
    suspension: null,
    deletion: null,
  }));

async function openSwitcher() {
  await userEvent.click(await screen.findByRole('button', { name: /^Company: / }));
}

const getChoices = () => screen.getAllByRole('menuitemradio').map((item) => item.textContent);

afterEach(() => {
  announceSessionChange('signed-in');
  vi.unstubAllGlobals();
});

test('the provider chooses from a few companies at once', async () => {
  openPortal('/', { user: person(['SuperAdmin'], { isProvider: true }), companies: companies(10) });
  await openSwitcher();
  await waitFor(() => expect(getChoices()).toHaveLength(10));
});

test('of many companies the switcher shows one’s own and leads to the rest', async () => {
  const { api } = openPortal('/', { user: person(['SuperAdmin'], { isProvider: true }), companies: companies(11) });
  await openSwitcher();
  await waitFor(() => expect(api.getCalls('companies.list')).toHaveLength(1));
  expect(getChoices()).toEqual(['Acme Manufacturing']);
  expect(screen.getByRole('menuitem', { name: 'All companies' }).getAttribute('href')).toBe('/companies');
});

test('the provider’s user sees on every page in which company it acts, and leaves it there', async () => {
  const user = person(['SuperAdmin'], { isProvider: true, homeCompanyName: 'The Provider' });
  sessionStorage.setItem('chosen-company', user.companyId);
  const { api, router } = openPortal('/contacts', { user, companies: companies(3) });
  const bar = within(await screen.findByRole('region', { name: 'Acting in another company' }));
  bar.getByText('You are acting in Acme Manufacturing as The Provider');
  api.change({ session: { getUser: { ...user, companyName: 'The Provider', homeCompanyName: null } } });
  await userEvent.click(bar.getByRole('button', { name: 'Leave Acme Manufacturing' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Acting in another company' })).toBeNull());
  expect(sessionStorage.getItem('chosen-company')).toBeNull();
  expect(router.state.location.pathname).toBe('/companies');
});

test('a switch leaves the page first, so that its record is not asked for in the other company', async () => {
  const id = '0190a7c0-0000-7000-8000-000000000009';
  const { api, router } = openPortal(`/users/${id}`, {
    user: person(['SuperAdmin'], { isProvider: true }),
    companies: companies(3),
  });
  await waitFor(() => expect(api.getCalls('users.get')).toHaveLength(1));
  await openSwitcher();
  await waitFor(() => expect(getChoices()).toHaveLength(3));
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Company 1' }));
  await waitFor(() => expect(sessionStorage.getItem('chosen-company')).toBe(companies(3)[1]?.id));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  await waitFor(() =>
    expect(api.getCalls('session.getUser').at(-1)?.headers.get('x-company')).toBe(companies(3)[1]?.id),
  );
  expect(api.getCalls('users.get')).toHaveLength(1);
});
