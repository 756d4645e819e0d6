import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedEvents } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { makeEmptyStats } from '../testing/stats.ts';
import { DashboardPage } from './dashboard-page.tsx';

test('the provider is led to its companies, and not to a key of its own', async () => {
  mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'], isProvider: true }) },
    analytics: { getStats: makeEmptyStats() },
    attention: { list: { lines: [] }, listCompanies: { companies: [], next: null } },
    live: { watchDashboard: new MockedEvents() },
  });
  renderPage(DashboardPage, '/');
  await screen.findByText('The figures of each company stand in its own dashboard.');
  expect(screen.getByRole('link', { name: 'Open companies' }).getAttribute('href')).toBe('/companies');
  expect(screen.queryByRole('link', { name: 'Connect your assistant' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show the last 12 months' })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Compared with' })).toBeNull();
});
