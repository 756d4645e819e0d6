import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnalyticsStats } from '#features/dashboard/contract/analytics.ts';
import type { Role } from '#contract/capabilities.ts';
import type { RoleRights } from '#features/people/contract/role-rights.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedEvents, MockedProblem } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { DashboardPage } from './dashboard-page.tsx';
// Imported here, because loading it lazily can exceed the time limit of a test.
import '#web/records/range/date-range-calendar.tsx';
import { makeEmptyStats, makeStats } from '../testing/stats.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00.000Z'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

interface Facts {
  roles?: Role[];
  rights?: RoleRights;
  address?: string;
}

function openDashboard(stats: AnalyticsStats | MockedProblem, facts: Facts = {}) {
  const { roles = ['SuperAdmin'], rights = {}, address = '/' } = facts;
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles, rights }) },
    // What the tab does not show is not fetched: a call of the answers would have no mock.
    analytics: { getStats: stats },
    attention: { list: { lines: [] } },
    live: { watchDashboard: new MockedEvents() },
  });
  const page = renderPage(DashboardPage, '/');
  if (address !== '/') page.router.history.replace(address);
  return { api, page, person: userEvent.setup() };
}

/** The query of the latest call. */
function getQuery({ api }: ReturnType<typeof openDashboard>) {
  return api.getCalls('analytics.getStats').at(-1)?.query;
}

/** By label, because queries by role take jsdom seconds on this page. */
const findTotals = () => screen.findByLabelText('Totals');
const waitForFigures = () => screen.findByLabelText('Compared with');

test('four tiles show the totals and their change, in words too', async () => {
  openDashboard(makeStats());
  await waitForFigures();
  const totals = await findTotals();
  const figures = within(totals)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);
  expect(
    within(totals)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['API calls', 'Conversations', 'Active users', 'Success rate']);
  expect(figures).toEqual([
    '20,033+100%100 percent more than in the previous period',
    '1,394−50%50 percent less than in the previous period',
    '1840%the same as in the previous period',
    '92.4%+2.3\u00a0pp2.3 percentage points more than in the previous period',
  ]);
  await waitForFigures();
  screen.getByText('1–21 Nov 2026 against 11–31 Oct 2026');
});

test('a bare address shows the present month, with the company’s time zone beside it', async () => {
  const dashboard = openDashboard(makeStats());
  await waitForFigures();
  screen.getByLabelText('Date range: November 1st, 2026 – November 21st, 2026');
  screen.getByText('Europe/Tallinn');
  expect(getQuery(dashboard)).toEqual({
    from: '2026-10-31T22:00:00.000Z',
    to: '2026-11-21T21:59:59.999Z',
    compare: 'weeks',
  });
});

test('the address holds a chosen range, and the links keep it', async () => {
  const dashboard = openDashboard(makeStats());
  const { page, person } = dashboard;
  await waitForFigures();
  await person.click(screen.getByLabelText(/^Date range/));
  await screen.findByRole('dialog', { name: 'Choose a date range' });
  await person.click(await screen.findByText('Last month'));
  await waitFor(() =>
    expect(getQuery(dashboard)).toEqual({
      from: '2026-09-30T21:00:00.000Z',
      to: '2026-10-31T21:59:59.999Z',
      compare: 'weeks',
    }),
  );
  expect(page.router.state.location.search).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  const search = '?from=2026-10-01&to=2026-10-31';
  const links = [...document.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['E-mail reports', '/settings/reports'],
    ['Conversation logs', `/analytics/logs${search}`],
    ...['API calls', 'Conversations'].map((words) => [words, `/analytics/logs${search}`]),
    ['Active users', `/analytics/top-users${search}`],
    ['Success rate', `/analytics/logs${search}&status=Completed%2CFailed%2CEscaped%2CError`],
    ...['8,347 messages', '1,394 conversations'].map((words) => [words, `/analytics/logs${search}`]),
    ['See more skills', `/analytics/top-skills${search}`],
    ['Leave requests', `/analytics/logs${search}&skills=s1`],
    ['Password reset', `/analytics/logs${search}&skills=s2`],
    ['See more users', `/analytics/top-users${search}`],
    ['Maarja Kask', `/analytics/logs${search}&users=u1`],
    ...['Completed', 'Processing', 'Failed', 'Escaped', 'Error'].map((status) => [
      status,
      `/analytics/logs${search}&status=${status}`,
    ]),
  ]);
});

test('the figures are compared by weeks, and by months where that is chosen', async () => {
  const dashboard = openDashboard(makeStats());
  await waitForFigures();
  expect(getQuery(dashboard)?.['compare']).toBe('weeks');
  await dashboard.person.selectOptions(screen.getByLabelText('Compared with'), 'months');
  await waitFor(() => expect(getQuery(dashboard)?.['compare']).toBe('months'));
  expect(dashboard.page.router.state.location.search).toEqual({ compare: 'months' });
});

test('two clicks in the calendar choose a range', async () => {
  const { page, person } = openDashboard(makeStats());
  await waitForFigures();
  await person.click(screen.getByLabelText(/^Date range/));
  await person.click(await screen.findByLabelText('November 3rd, 2026'));
  await screen.findByText('From November 3rd, 2026. Select an end date.');
  await person.click(screen.getByLabelText('November 5th, 2026'));
  await waitFor(() => expect(page.router.state.location.search).toEqual({ from: '2026-11-03', to: '2026-11-05' }));
});

test('a TechnicalUser can include technical users', async () => {
  const dashboard = openDashboard(makeStats(), { roles: ['User', 'TechnicalUser'] });
  const { page, person } = dashboard;
  await waitForFigures();
  await person.click(screen.getByLabelText('Show Technical Users'));
  await waitFor(() => expect(getQuery(dashboard)?.['technicalUsers']).toBe('true'));
  expect(page.router.state.location.search).toEqual({ technicalUsers: true });
});

test('without TechnicalUser there is no checkbox, and the address has no effect', async () => {
  const dashboard = openDashboard(makeStats(), { roles: ['SuperAdmin'], address: '/?technicalUsers=true' });
  await waitForFigures();
  expect(screen.queryByLabelText('Show Technical Users')).toBeNull();
  expect(getQuery(dashboard)?.['technicalUsers']).toBeUndefined();
});

test('the top lists show names, totals and changes', async () => {
  openDashboard(makeStats());
  await waitForFigures();
  const readList = (name: string) =>
    [...(screen.getByText(name).closest('section')?.querySelectorAll('li') ?? [])].map(
      ({ textContent }) => textContent,
    );
  expect(readList('Top 5 Skills')).toEqual([
    '1Leave requests432 conversations+8.0%8.0 percent more than in the previous period',
    '2Password reset139 conversationsnewnone in the previous period',
  ]);
  expect(readList('Top 5 Unique Users')).toEqual([
    '1Maarja Kask259 messages−50%50 percent less than in the previous period',
  ]);
});

test('outcomes are a table, with every status in a fixed order', async () => {
  openDashboard(makeStats());
  await waitForFigures();
  const readRows = (caption: string) =>
    [...(screen.getByText(caption, { selector: 'caption' }).closest('table')?.tBodies[0]?.rows ?? [])].map((row) =>
      [...row.cells]
        .filter((cell) => !cell.hasAttribute('aria-hidden'))
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    );
  expect(readRows('Outcomes by status')).toEqual([
    ['Completed', '1,115', '80.0%'],
    ['Processing', '0', '0.0%'],
    ['Failed', '279', '20.0%'],
    ['Escaped', '0', '0.0%'],
    ['Error', '0', '0.0%'],
  ]);
});

/** Cell texts of the table that replaces a chart. */
async function readTable(person: ReturnType<typeof userEvent.setup>, title: string) {
  await person.click(screen.getByText(`of ${title}`));
  const table = screen.getByText((text) => text.startsWith(title), { selector: 'caption' }).closest('table');
  return [...(table?.rows ?? [])].map((row) => [...row.cells].map(({ textContent }) => textContent).join(' '));
}

test('every chart can be shown as a table', async () => {
  const { person } = openDashboard(makeStats());
  await waitForFigures();
  const days = await readTable(person, 'Messages and conversations by day');
  expect([days[0], days[3]]).toEqual([
    'Day Messages Messages, previous period Conversations Conversations, previous period',
    'November 3rd, 2026 20 18 2 3',
  ]);
  const hours = await readTable(person, 'Conversations by hour of the week');
  expect([hours[0], hours[15]]).toEqual(['Hour Mon Tue Wed Thu Fri Sat Sun', '14:00 0 0 0 0 0 0 0 0 31 0 0 0 0 0']);
});

test('the arrow keys read the numbers of a chart', async () => {
  const { person } = openDashboard(makeStats());
  await waitForFigures();
  const chart = screen.getByLabelText('Messages and conversations by day', { selector: '[role="slider"]' });
  act(() => chart.focus());
  await person.keyboard('{ArrowLeft}');
  expect(chart.getAttribute('aria-valuetext')).toBe(
    'November 20th, 2026: 190 messages (previous: 171), 19 conversations (previous: 20); previous: October 23rd, 2026',
  );
  const hours = screen.getByLabelText('Conversations by hour of the week', { selector: '[role="slider"]' });
  act(() => hours.focus());
  expect(hours.getAttribute('aria-valuetext')).toBe('Friday, 14:00 to 15:00: 31 conversations (previous: 0)');
  await person.keyboard('{ArrowUp}');
  expect(hours.getAttribute('aria-valuetext')).toBe('Thursday, 14:00 to 15:00: 0 conversations (previous: 0)');
});

test.each([
  ['Messages and conversations by day', '{ArrowLeft}{Enter}', '?from=2026-11-20&to=2026-11-20'],
  ['Conversations by hour of the week', '{Enter}', '?weekday=5&hour=14'],
])('Enter on a point of %s leads to the conversations behind it', async (name, keys, search) => {
  const { page, person } = openDashboard(makeStats());
  await waitForFigures();
  const chart = screen.getByLabelText(name, { selector: '[role="slider"]' });
  act(() => chart.focus());
  await person.keyboard(keys);
  await waitFor(() => expect(page.router.history.location.href).toBe(`/analytics/logs${search}`));
});

test('a click on a cell of the heat map leads to the conversations of that hour', async () => {
  const { page } = openDashboard(makeStats());
  await waitForFigures();
  const chart = screen.getByLabelText('Conversations by hour of the week', { selector: '[role="slider"]' });
  act(() => chart.focus());
  // Without the pointer's moves, because jsdom has no layout.
  act(() => chart.click());
  await waitFor(() => expect(page.router.history.location.href).toBe('/analytics/logs?weekday=5&hour=14'));
});

test('Refresh data loads the figures again and shows their time', async () => {
  const { api, person } = openDashboard(makeStats());
  await screen.findByText('21 Nov 2026, 12:00:05');
  api.change({ analytics: { getStats: makeStats({ date: '2026-11-21T10:03:00.000Z', users: 190 }) } });
  await person.click(screen.getByText('Refresh data'));
  await screen.findByText('21 Nov 2026, 12:03:00');
  within(await findTotals()).getByText('190');
});

test('the progress of the demo is shown until all figures are there', async () => {
  const { api } = openDashboard(makeStats({ demo: { done: 3, total: 24 } }));
  await screen.findByText('Demo conversations are loading: 3 of 24 months');
  api.change({ analytics: { getStats: makeStats() } });
  await waitForFigures();
  expect(document.querySelector('progress')).toBeNull();
});

test('a company without conversations sees how to connect its assistant', async () => {
  openDashboard(makeEmptyStats());
  await screen.findByText('No conversations in this period.');
  expect(screen.getByRole('link', { name: 'Connect your assistant' }).getAttribute('href')).toBe(
    '/integrations/intake',
  );
  expect(screen.queryByLabelText('Totals')).toBeNull();
});

test('a user without intake.manage sees who can connect the assistant', async () => {
  openDashboard(makeEmptyStats(), { roles: ['User'] });
  await screen.findByText(/A SuperAdmin of your company can connect it\./);
  expect(screen.queryByRole('link', { name: 'Connect your assistant' })).toBeNull();
});

test('colleagues are no links where only the own conversations may be read', async () => {
  openDashboard(makeStats(), { roles: ['User'], rights: { transcripts: { User: 'own' } } });
  await waitForFigures();
  expect(screen.getByText('Maarja Kask').closest('a')).toBeNull();
});

test('a failed load is reported in the toast and on the page, and can be retried', async () => {
  const { api, person } = openDashboard(new MockedProblem('internal'));
  await waitFor(() =>
    expect(screen.getAllByText('Something went wrong on our side. Please try again.')).toHaveLength(2),
  );
  api.change({ analytics: { getStats: makeStats() } });
  await person.click(screen.getByText('Try again'));
  await waitForFigures();
});

test('figures that failed to reload stay dimmed below the reason', async () => {
  const { api, person } = openDashboard(makeStats());
  await waitForFigures();
  api.goOffline();
  await person.click(screen.getByText('Refresh data'));
  await screen.findByText('Try again');
  within(await findTotals()).getByText('1,394');
  expect((await findTotals()).closest('[data-stale]')).not.toBeNull();
});
