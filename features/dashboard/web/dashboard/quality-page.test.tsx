import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedEvents, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { makeAnswers, makeEmptyStats, makeStats } from '../testing/stats.ts';
import { QualityPage } from './quality-page.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00.000Z'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Without the lists of what needs the reader, which this tab does not show and so does not load. */
function openQuality(analytics: MockedEndpoints['analytics'], address = '/analytics/quality') {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    analytics,
    live: { watchDashboard: new MockedEvents() },
  });
  return { api, page: renderPage(QualityPage, address) };
}

const answered = makeAnswers({ answers: 1200, failedConversations: 12, median: 1850, p95: 61_000 });

test('figures of answers and skills are of the range of the address', async () => {
  const { api } = openQuality(
    { getStats: makeStats(), getAnswerStats: answered },
    '/analytics/quality?from=2026-10-01&to=2026-10-31&compare=months',
  );
  await screen.findByText('Answers', { selector: 'h2' });
  await screen.findByText('Skills by requests', { selector: 'h2' });
  const range = { from: '2026-09-30T21:00:00.000Z', to: '2026-10-31T21:59:59.999Z', compare: 'months' };
  await waitFor(() => expect(api.getCalls('analytics.getAnswerStats').map(({ query }) => query)).toEqual([range]));
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toContainEqual([
    '1,115 requests',
    '/settings/usage?period=2026-11&skill=all%7E2026-11-01%7E2026-11-21',
  ]);
  expect(links).toContainEqual(['€990.00 excl. VAT', '/settings/usage?period=2026-10']);
  const table = screen.getByText('Skills by requests', { selector: 'caption' }).closest('table');
  const rows = [...(table?.tBodies[0]?.rows ?? [])].map((row) => row.cells[0]?.textContent);
  expect(rows).toEqual(['Leave requests', 'All other skills']);
});

test('without answers the page says what is missing', async () => {
  openQuality({ getStats: makeEmptyStats(), getAnswerStats: makeAnswers() });
  await screen.findByText('No figures of answers in this period.');
});

test('a failed load can be repeated', async () => {
  openQuality({ getStats: new MockedProblem('internal'), getAnswerStats: answered });
  await screen.findByRole('button', { name: /Try again/ });
});
