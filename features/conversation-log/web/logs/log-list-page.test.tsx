import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { LogQuery } from '#features/conversation-log/contract/log-query.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { findRow, getQuery, makePage, makeRecord, openLogs, toId } from '../testing/open-logs.tsx';
import { listCells } from '#web/testing/list-cells.ts';

/** Imported here, because loading it lazily can exceed the time limit of a test. */
beforeAll(async () => void (await import('#web/records/range/date-range-calendar.tsx')), 60_000);

const getHeads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const getCells = (row: HTMLElement) => listCells(row).map(({ textContent }) => textContent);
const press = (name: string | RegExp) => screen.getByRole('button', { name });
const openFilter = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}:`) });

test('the table has the specified columns, with dates in the shown time zone of the company', async () => {
  openLogs('/analytics/logs', { analytics: { listConversations: { payloads: [makeRecord(1)], size: 1 } } });
  const row = await findRow('Skill 1');
  expect(getHeads()).toEqual(['Date', 'Skill', 'User', 'Messages', 'Status']);
  expect(getCells(row)).toEqual(['5 Jan 2020, 13:45:00', 'Skill 1', 'Bo Hannula 1', '11', 'Completed']);
  screen.getByText('Europe/Tallinn');
  screen.getByText('Showing 1 to 1 of 1 entries .');
  expect(screen.getAllByRole('navigation').map((list) => list.getAttribute('aria-label'))).toEqual(['Views']);
});

test('a person who is not in the list of users is marked', async () => {
  const user = { firstName: 'Bo', lastName: 'Hannula', isMapped: false };
  const logs = { payloads: [makeRecord(1, { user }), makeRecord(2)], size: 2 };
  openLogs('/analytics/logs', { analytics: { listConversations: logs } });
  await screen.findByText('Bo Hannula');
  expect(screen.getAllByText('Not in the user list')).toHaveLength(1);
});

test('only a SuperAdmin sees the column of API calls', async () => {
  const logs = { payloads: [makeRecord(1, { apiCalls: 7 })], size: 1 };
  openLogs('/analytics/logs', { user: { roles: ['SuperAdmin'] }, analytics: { listConversations: logs } });
  const row = await findRow('Skill 1');
  expect(getHeads()).toEqual(['Date', 'Skill', 'User', 'Messages', 'API calls', 'Status']);
  expect(getCells(row)[4]).toBe('7');
});

test('Failed is red, Processing grey and every other status green', async () => {
  const statuses = ['Completed', 'Processing', 'Failed', 'Escaped', 'Error'] as const;
  const payloads = statuses.map((status, index) => makeRecord(index, { status }));
  openLogs('/analytics/logs', { analytics: { listConversations: { payloads, size: 5 } } });
  await findRow('Skill 0');
  const badges = statuses.map((status) =>
    screen.getByText(status, { selector: 'td *' }).closest<HTMLElement>('[data-tone]'),
  );
  const tones = badges.map((badge) => badge?.dataset.tone);
  expect(tones).toEqual(['green', 'grey', 'red', 'green', 'green']);
  // What did not end well has an icon in the place of the dot.
  const icons = badges.map((badge) => badge?.querySelector('svg') != null);
  expect(icons).toEqual([false, false, true, true, true]);
});

test('the first load is of 20 records of the present month, and there is no other', async () => {
  const { api } = openLogs();
  await findRow('Skill 1');
  expect(Object.keys(getQuery(api)).sort()).toEqual(['from', 'limit', 'page', 'to', 'totals']);
  expect(getQuery(api)).toMatchObject({ page: 1, limit: 20 });
  expect(listLoads(api)).toEqual(['analytics.listConversations']);
});

/** Calls beside those of the session, the stream of what is new, and the saved views, which wait for the rows. */
const listLoads = (api: ReturnType<typeof openLogs>['api']) =>
  api.calls
    .map(({ endpoint }) => endpoint)
    .filter((name) => !/^(?:session|logViews)/.test(name) && name !== 'live.watchLog');

test('the page is in the address, and the back button changes the rows', async () => {
  const { api, page, person } = openLogs();
  await findRow('Skill 1');
  await person.click(press('Page 3'));
  await findRow('Skill 41');
  screen.getByText('Showing 41 to 45 of 45 entries .');
  expect(page.router.state.location.search).toEqual({ page: 3 });
  expect(getQuery(api).page).toBe(3);
  expect(press('Page 3').getAttribute('aria-current')).toBe('page');
  act(() => page.router.history.back());
  await findRow('Skill 1');
  expect(page.router.state.location.search).toEqual({});
});

test('former rows stay dimmed while others are loading', async () => {
  const release = Promise.withResolvers<void>();
  const logs = async ({ body }: { body: LogQuery }) => {
    if (body.page === 2) await release.promise;
    return makePage(body.page ?? 1, 45);
  };
  const { person } = openLogs('/analytics/logs', { analytics: { listConversations: logs } });
  const row = await findRow('Skill 1');
  await person.click(press('Page 2'));
  await waitFor(() => expect(row.closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('true'));
  screen.getByText('Skill 1');
  release.resolve();
  expect((await findRow('Skill 21')).closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('false');
});

test('changing any filter resets the page to 1 and is kept in the address', async () => {
  const { api, page, person } = openLogs('/analytics/logs?page=2', {
    user: { roles: ['TechnicalUser'] },
  });
  await findRow('Skill 21');
  await person.click(openFilter('Status'));
  await person.click(screen.getByRole('option', { name: 'Failed' }));
  await person.click(screen.getByRole('option', { name: 'Error' }));
  await waitFor(() => expect(getQuery(api)).toMatchObject({ status: ['Failed', 'Error'], page: 1 }));
  expect(page.router.state.location.search).toEqual({ status: 'Failed,Error' });
  await person.click(press('More filters'));
  await person.click(screen.getByRole('checkbox', { name: 'Show Technical Users' }));
  await waitFor(() => expect(getQuery(api)).toMatchObject({ technicalUsers: true }));
  expect(page.router.state.location.search).toEqual({ status: 'Failed,Error', technicalUsers: true });
});

test('only a TechnicalUser sees Show Technical Users, and its address has no effect for others', async () => {
  const { api } = openLogs('/analytics/logs?technicalUsers=true', { user: { roles: ['SuperAdmin', 'Admin', 'User'] } });
  await findRow('Skill 1');
  fireEvent.click(press('More filters'));
  screen.getByRole('checkbox', { name: 'Unanswered' });
  expect(screen.queryByRole('checkbox', { name: 'Show Technical Users' })).toBeNull();
  expect(getQuery(api)).not.toHaveProperty('technicalUsers');
});

test('users with one name are one option with distinct ids, and the search ignores case', async () => {
  const people = [
    { id: toId(1), firstName: 'Max', lastName: 'Meier', email: 'max@acme.example' },
    { id: toId(2), firstName: 'Max', lastName: 'Meier', email: 'meier@acme.example', isMapped: false },
    { id: toId(3), firstName: 'Anna', lastName: 'Berg', email: 'anna@acme.example' },
  ];
  const { api, page, person } = openLogs('/analytics/logs', { endpoints: { users: { list: people } } });
  await findRow('Skill 1');
  await person.click(openFilter('User'));
  await screen.findByRole('option', { name: 'Anna Berg' });
  await person.type(screen.getByRole('combobox', { name: 'Search user' }), 'MAX');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Max Meiermax@acme.example, meier@acme.example',
  ]);
  await person.keyboard('{Enter}');
  await waitFor(() => expect(getQuery(api).users).toEqual([toId(1), toId(2)]));
  expect(page.router.state.location.search).toEqual({ users: `${toId(1)}::${toId(2)}` });
  await person.keyboard('{Escape}');
  expect(document.activeElement).toBe(openFilter('User'));
  expect(openFilter('User').textContent).toBe('UserMax Meier');
});

test('unmapped skills are options, and the page stays within three loads', async () => {
  const list = [
    { id: toId(1), _id: toId(1), name: 'Leave request', isMapped: true },
    { id: toId(2), _id: toId(2), name: 'leave_req_v2', isMapped: false },
  ];
  const { api } = openLogs(`/analytics/logs?skills=${toId(2)}&users=${toId(9)}`, { endpoints: { skills: { list } } });
  await findRow('Skill 1');
  await screen.findByRole('button', { name: 'Skill: leave_req_v2' });
  expect(getQuery(api)).toMatchObject({ skills: [toId(2)], users: [toId(9)] });
  expect(listLoads(api)).toHaveLength(3);
});

test('an empty list of options does not replace a filled one', async () => {
  const list = [{ id: toId(1), _id: toId(1), name: 'Leave request', isMapped: true }];
  const { api, page } = openLogs(`/analytics/logs?skills=${toId(1)}`, { endpoints: { skills: { list } } });
  await screen.findByRole('button', { name: 'Skill: Leave request' });
  api.change({ skills: { list: [] } });
  await act(() => page.queryClient.refetchQueries());
  expect(api.getCalls('skills.list')).toHaveLength(2);
  screen.getByRole('button', { name: 'Skill: Leave request' });
});

test('the answer of the last call is shown, in whichever order they arrive', async () => {
  const waiting = new Map<number, () => void>();
  const logs = async ({ body }: { body: LogQuery }) => {
    if (body.page !== 1) await new Promise<void>((resolve) => void waiting.set(body.page ?? 1, resolve));
    return makePage(body.page ?? 1, 60);
  };
  const { person } = openLogs('/analytics/logs', { analytics: { listConversations: logs } });
  await findRow('Skill 1');
  await person.click(press('Page 2'));
  await waitFor(() => expect(waiting.has(2)).toBe(true));
  await person.click(press('Page 3'));
  await waitFor(() => expect(waiting.has(3)).toBe(true));
  await act(async () => waiting.get(3)?.());
  await findRow('Skill 41');
  await act(async () => waiting.get(2)?.());
  screen.getByText('Skill 41');
  expect(screen.queryByText('Skill 21')).toBeNull();
});

test('Refresh data loads the same page again and shows its time', async () => {
  const { api, person } = openLogs('/analytics/logs?page=2');
  await findRow('Skill 21');
  expect(screen.getByText(/^Last updated/).textContent).toMatch(/^Last updated \d+ \w{3} \d{4}, \d+:\d\d:\d\d$/);
  api.change({ analytics: { listConversations: { payloads: [makeRecord(99)], size: 21 } } });
  await person.click(press('Refresh data'));
  await findRow('Skill 99');
  expect(getQuery(api).page).toBe(2);
});

test('date changes are ignored while the logs are loading', async () => {
  const release = Promise.withResolvers<void>();
  const { api, page, person } = openLogs();
  await findRow('Skill 1');
  api.change({
    analytics: {
      listConversations: async ({ body }: { body: LogQuery }) =>
        release.promise.then(() => makePage(body.page ?? 1, 45)),
    },
  });
  await person.click(press('Refresh data'));
  await person.click(press(/^Date range/));
  await person.click(await screen.findByText('Last 12 months'));
  expect(page.router.state.location.search).toEqual({});
  release.resolve();
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  await person.click(press(/^Date range/));
  await person.click(await screen.findByText('Last 12 months'));
  await waitFor(() => expect(Object.keys(page.router.state.location.search)).toEqual(['from', 'to']));
});

test.each([
  ['', 'No conversations in this period.'],
  ['?status=Failed', 'No conversations match these filters.'],
])('an empty list at %j says why, also to screen readers', async (search, text) => {
  openLogs(`/analytics/logs${search}`, { analytics: { listConversations: { payloads: [], size: 0 } } });
  const words = await screen.findByText(text);
  expect(words.getAttribute('role')).toBe('status');
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByText(/entries/)).toBeNull();
});

test('an address beyond the last page shows the last one', async () => {
  const { page } = openLogs('/analytics/logs?page=50');
  await findRow('Skill 41');
  expect(page.router.state.location.search).toEqual({ page: 3 });
});

test('a skeleton is shown while the list is loading', async () => {
  const release = Promise.withResolvers<void>();
  openLogs('/analytics/logs', {
    analytics: { listConversations: async () => release.promise.then(() => makePage(1, 1)) },
  });
  await screen.findByText('Loading conversations', { selector: '[role="status"]' });
  release.resolve();
  await findRow('Skill 1');
  expect(screen.queryByText('Loading conversations')).toBeNull();
});

test('a failed load is reported in the toast, and on the page until it succeeds', async () => {
  const { api, person } = openLogs('/analytics/logs', {
    analytics: { listConversations: new MockedProblem('service.unavailable') },
  });
  const words = 'The service is not available right now. Please try again shortly.';
  expect(await screen.findAllByText(words)).toHaveLength(2);
  api.change({ analytics: { listConversations: makePage(1, 1) } });
  await person.click(press('Try again'));
  await findRow('Skill 1');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('offline, the rows stay below the reason', async () => {
  const { api, person } = openLogs();
  await findRow('Skill 1');
  api.goOffline();
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  await person.click(press('Refresh data'));
  expect(await screen.findAllByText('You appear to be offline.')).toHaveLength(2);
  screen.getByText('Skill 1');
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
});

test('a user who reads only the own conversations sees why', async () => {
  openLogs('/analytics/logs', { user: { rights: { transcripts: { User: 'own' } } } });
  await findRow('Skill 1');
  screen.getByText(/You see your own conversations only/);
});
