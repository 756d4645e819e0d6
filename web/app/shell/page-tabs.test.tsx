import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPortal, person } from '../testing/open-portal.tsx';

beforeEach(() => {
  window.scrollTo = () => {};
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each(['/integrations', '/connections'])('the integrations have their tabs at %s', async (path) => {
  openPortal(path, { user: person(['SuperAdmin']) });
  const tabs = within(await screen.findByRole('navigation', { name: 'Integrations' })).getAllByRole('link');
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-current')])).toEqual([
    ['Integrations', 'page'],
    ['Intake keys', null],
    ['Mapping', null],
    ['Dry run', null],
    ['Import', null],
  ]);
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
