import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedEvents } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { makeAnswers, makeStats } from '../testing/stats.ts';
import { DashboardPage } from './dashboard-page.tsx';

test('figures that the portal sends are shown at once', async () => {
  const stream = new MockedEvents();
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser() },
    analytics: { getStats: makeStats(), getAnswerStats: makeAnswers() },
    attention: { list: { lines: [] } },
    live: { watchDashboard: stream },
  });
  renderPage(DashboardPage, '/');
  const readTotals = () => screen.getByLabelText('Totals').textContent;
  await waitFor(() => expect(readTotals()).toContain('1,394'));
  await waitFor(() => expect(api.getCalls('live.watchDashboard')).toHaveLength(1));
  await waitFor(() => {
    stream.send({ stats: { ...makeStats(), conversations: 1395 }, answers: makeAnswers() });
    expect(readTotals()).toContain('1,395');
  });
  screen.getByText('Live');
  expect(api.getCalls('analytics.getStats')).toHaveLength(1);
});
