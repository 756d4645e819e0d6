import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TopUser } from '#features/dashboard/contract/analytics.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedEvents, MockedProblem } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { TopUsersPage } from './top-users-page.tsx';

const path = '/analytics/top-users';

beforeEach(() => {
  // jsdom measures every row as 0 pixels high, and then all of them would be in view.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(38);
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00.000Z'), toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

function openTopUsers(
  topUsers: TopUser[] | MockedProblem,
  address = path,
  { stream = new MockedEvents(), reader = makeCurrentUser() } = {},
) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: reader },
    analytics: { listTopUsers: topUsers },
    live: { watchTopUsers: stream },
  });
  const page = renderPage(TopUsersPage, path);
  if (address !== path) page.router.history.replace(address);
  return { api, page };
}

const person = (place: number): TopUser => ({
  _id: `u${place}`,
  firstName: 'Maarja',
  lastName: `Kask ${place}`,
  total: 5000 - place,
});

const waitForRows = () => screen.findByText('Maarja Kask 1');

test('every user is listed with all messages, the busiest first', async () => {
  openTopUsers([person(1), { ...person(2), total: 7 }]);
  await waitForRows();
  const rows = [...document.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('th,td:not([aria-hidden])')].map((cell) => cell.textContent),
  );
  expect(rows).toEqual([
    ['Rank', 'User name', 'Total messages'],
    ['1', 'Maarja Kask 1', '4,999'],
    ['2', 'Maarja Kask 2', '7'],
  ]);
});

test('names lead to the conversations for those alone who may read all of them', async () => {
  openTopUsers([person(1)]);
  await waitForRows();
  expect(screen.getByRole('link', { name: /Kask 1/ }).getAttribute('href')).toContain('users=u1');
  cleanup();
  openTopUsers([person(1)], path, { reader: makeCurrentUser({ rights: { transcripts: { User: 'own' } } }) });
  await waitForRows();
  expect(screen.queryByRole('link', { name: /Kask 1/ })).toBeNull();
});

test('a person who is not in the list of users is marked, and the page says why', async () => {
  openTopUsers([person(1), { ...person(2), isMapped: false }]);
  await waitForRows();
  const row = screen.getByRole('row', { name: /Kask 2/ });
  expect(within(row).getByText('Not in the user list').title).toMatch(/^Deleted/);
  expect(screen.getAllByText('Not in the user list')).toHaveLength(1);
  screen.getByText(/“Not in the user list”: deleted/);
});

test('a column head sorts the list, each place stays, and a row leads to the conversations of its user', async () => {
  const { page } = openTopUsers([
    { ...person(1), lastName: 'Zoo' },
    { ...person(2), total: 7 },
  ]);
  await screen.findByText('Maarja Zoo');
  screen.getByRole('button', { name: 'User name' }).click();
  await waitFor(() => expect(page.router.state.location.search).toMatchObject({ sortBy: 'name' }));
  const rows = [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
  expect(rows).toEqual(['2Maarja Kask 27', '1Maarja Zoo4,999']);
  expect(screen.getByRole('link', { name: 'Maarja Zoo' }).getAttribute('href')).toBe('/analytics/logs?users=u1');
});

test('totals grow in their places, and rows are added and moved only when one asks', async () => {
  const stream = new MockedEvents();
  const { api } = openTopUsers([person(1), person(2)], path, { stream });
  await waitForRows();
  await waitFor(() => expect(api.getCalls('live.watchTopUsers')).toHaveLength(1));
  const readRows = () => [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
  const moved = [{ ...person(2), total: 6000 }, person(1)];
  await waitFor(() => {
    stream.send(moved);
    expect(readRows()).toEqual(['2Maarja Kask 14,999', '1Maarja Kask 26,000']);
  });
  screen.getByText('Live');
  screen.getByRole('button', { name: 'Sort again' });
  const newest = [{ ...person(3), total: 7000 }, ...moved];
  stream.send(newest);
  const news = await screen.findByRole('button', { name: '1 new' });
  await expect.poll(readRows).toEqual(['3Maarja Kask 14,999', '2Maarja Kask 26,000']);
  api.change({ analytics: { listTopUsers: newest } });
  await userEvent.click(news);
  await waitFor(() =>
    expect(readRows()).toEqual(['1Maarja Kask 37,000', '2Maarja Kask 26,000', '3Maarja Kask 14,999']),
  );
  expect(screen.queryByRole('button', { name: /new|Sort again/ })).toBeNull();
});

test('the range of the address is loaded, and the link back keeps it', async () => {
  const { api } = openTopUsers([person(1)], `${path}?from=2026-10-01&to=2026-10-31`);
  await waitForRows();
  screen.getByLabelText('Date range: October 1st, 2026 – October 31st, 2026');
  const back = screen.getByText('Dashboard').closest('a');
  expect(back?.getAttribute('href')).toBe('/?from=2026-10-01&to=2026-10-31');
  expect(api.getCalls('analytics.listTopUsers').at(-1)?.query).toEqual({
    from: '2026-09-30T21:00:00.000Z',
    to: '2026-10-31T21:59:59.999Z',
  });
});

test('only the rows in view of 3,000 users are in the page, and the table has their count', async () => {
  openTopUsers(Array.from({ length: 3000 }, (_, index) => person(index + 1)));
  await waitForRows();
  expect(document.querySelector('table')?.getAttribute('aria-rowcount')).toBe('3001');
  expect(document.querySelectorAll('tr').length).toBeLessThan(80);
});

test('a range without users shows a note', async () => {
  openTopUsers([]);
  await screen.findByText('No activity in this period.');
  expect(screen.getByRole('button', { name: 'Download top users' })).toHaveProperty('disabled', true);
  expect(document.querySelector('table')).toBeNull();
});

test('a failed load is reported on the page', async () => {
  openTopUsers(new MockedProblem('internal'));
  await screen.findByText('Try again');
  expect(screen.queryByText('No activity in this period.')).toBeNull();
});
