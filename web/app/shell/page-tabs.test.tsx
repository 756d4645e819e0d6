import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPortal, person } from '../testing/open-portal.tsx';

beforeEach(() => {
  window.scrollTo = () => {};
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function readTabs(name: string) {
  const tabs = within(await screen.findByRole('navigation', { name })).getAllByRole('link');
  return tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-current')]);
}

test.each(['/integrations', '/connections'])('the integrations have their tabs at %s', async (path) => {
  openPortal(path, { user: person(['SuperAdmin']) });
  expect(await readTabs('Integrations')).toEqual([
    ['Systems', 'page'],
    ['Catalogue', null],
  ]);
});

test('the title of an area stays from tab to tab, and the focus goes to what differs', async () => {
  const { router } = openPortal('/settings/security', { user: person(['SuperAdmin']) });
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  screen.getByRole('heading', { level: 2, name: 'Security' });
  await waitFor(() => expect(document.title).toBe('Security · Account · Portal'));
  await router.navigate({ to: '/settings' });
  const heading = await screen.findByRole('heading', { level: 2, name: 'Profile information' });
  screen.getByRole('heading', { level: 1, name: 'Account' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('a user without the notifications has the own reports in their place', async () => {
  openPortal('/settings/reports', { user: person(['User']) });
  expect(await readTabs('Company Profile')).toEqual([
    ['Profile', null],
    ['E-mail reports', 'page'],
  ]);
});

test('the month of the usage goes along, and the tab of own cost is for those who set rates', async () => {
  const path = '/settings/usage?period=2026-10&skill=all';
  openPortal(path, { user: person(['SuperAdmin']) });
  const nav = await screen.findByRole('navigation', { name: 'Usage Dashboard' });
  const tabs = within(nav).getAllByRole('link');
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
    ['Month', '/settings/usage?period=2026-10'],
    ['Support', '/settings/usage/support?period=2026-10'],
    ['Own cost', '/settings/usage/own-cost?period=2026-10'],
  ]);
  cleanup();
  openPortal(path, { user: person(['Admin']) });
  expect((await readTabs('Usage Dashboard')).map(([label]) => label)).toEqual(['Month', 'Support']);
});

test('the order of the skills stays in the address while other tabs are looked at', async () => {
  const { router } = openPortal('/settings/usage/byRequest/descending', { user: person(['SuperAdmin']) });
  await screen.findByRole('navigation', { name: 'Usage Dashboard' });
  await router.navigate({ to: '/settings/usage/support' });
  await screen.findByRole('link', { name: 'Support', current: 'page' });
  const month = within(screen.getByRole('navigation', { name: 'Usage Dashboard' })).getByRole('link', {
    name: 'Month',
  });
  expect(month.getAttribute('href')).toBe('/settings/usage/byRequest/descending');
});

test.each(['/settings/security', '/settings/security?from=mail'])(
  'the tab of %s is marked, and it alone',
  async (path) => {
    openPortal(path, { user: person(['SuperAdmin']) });
    const tabs = within(await screen.findByRole('navigation', { name: 'Account' })).getAllByRole('link');
    const current = tabs.filter((tab) => tab.getAttribute('aria-current') === 'page');
    expect(current.map(({ textContent }) => textContent)).toEqual(['Security']);
  },
);
