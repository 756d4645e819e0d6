import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LogView } from '#features/conversation-log/contract/log-views.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { fill } from '#web/testing/fill.ts';
import { findRow, getQuery, openLogs } from '../../testing/open-logs.tsx';

const getViews = () => within(screen.getByRole('navigation', { name: 'Views' }));
const readCurrent = () => getViews().queryByRole('link', { current: 'page' })?.textContent;

test('a view narrows the log, keeps period and search, and stands in the address', async () => {
  const { api, page, person } = openLogs(
    '/analytics/logs?from=2020-01-01&to=2020-01-31&search=invoice&status=Error&page=2',
  );
  await findRow('Skill 21');
  expect(readCurrent()).toBeUndefined();
  await person.click(getViews().getByRole('link', { name: 'To review' }));
  await waitFor(() => expect(getQuery(api)).toMatchObject({ reviews: ['open'], search: 'invoice', page: 1 }));
  expect(getQuery(api)).not.toHaveProperty('status');
  expect(page.router.state.location.search).toEqual({
    from: '2020-01-01',
    to: '2020-01-31',
    search: 'invoice',
    reviews: 'open',
  });
  expect(readCurrent()).toBe('To review');
  await person.click(getViews().getByRole('link', { name: 'All' }));
  await waitFor(() => expect(readCurrent()).toBe('All'));
});

test.each([
  ['Failed', { failed: true }],
  ['Unanswered', { unanswered: true }],
  ['Mine', { users: ['3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b11'] }],
])('the view %s asks for %j', async (name, query) => {
  const { api, person } = openLogs();
  await findRow('Skill 1');
  await person.click(getViews().getByRole('link', { name }));
  await waitFor(() => expect(getQuery(api)).toMatchObject(query));
  expect(readCurrent()).toBe(name);
});

test('readers of their own conversations have no view of reviews', async () => {
  openLogs('/analytics/logs', { user: { roles: ['User'], capabilities: ['transcripts.read-own'] } });
  await findRow('Skill 1');
  expect(getViews().queryByRole('link', { name: 'To review' })).toBeNull();
  expect(
    getViews()
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['All', 'Failed', 'Unanswered', 'Mine']);
});

test('folded filters are counted where they are set, and shown where an address sets one', async () => {
  const { person } = openLogs('/analytics/logs?ratings=negative&unanswered=true&status=Failed');
  await findRow('Skill 1');
  const button = screen.getByRole('button', { name: /More filters \(2\)/ });
  expect(button.getAttribute('aria-expanded')).toBe('true');
  screen.getByRole('button', { name: 'Rating: Negative' });
  await person.click(button);
  expect(screen.queryByRole('button', { name: /^Rating/ })).toBeNull();
  screen.getByRole('button', { name: 'Status: Failed' });
});

const makeView = (place: number, different: Partial<LogView> = {}): LogView => ({
  id: `0190a7c0-0000-7000-8000-0000000000${10 + place}`,
  name: `View ${place}`,
  filters: { tools: [`tool ${place}`] },
  isShared: false,
  owner: 'Mari Maasikas',
  isOwn: true,
  canDelete: true,
  lost: [],
  version: 1,
  ...different,
});

const listLinks = () =>
  getViews()
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('a view counts the rows that it leads to, for the period of the list, and none while words are searched', async () => {
  const counts = [
    { view: 'review', count: 12, isMore: false },
    { view: 'failed', count: 1000, isMore: true },
    { view: 'unanswered', count: 0, isMore: true },
    { view: 'mine', count: 1, isMore: false },
  ];
  const { api, person } = openLogs('/analytics/logs?from=2020-01-01&to=2020-01-31', {
    endpoints: { logViews: { list: [], listCounts: counts } },
  });
  await findRow('Skill 1');
  await getViews().findByRole('link', { name: 'To review 12 conversations' });
  getViews().getByRole('link', { name: 'Failed 1,000+ conversations' });
  getViews().getByRole('link', { name: 'Mine 1 conversation' });
  getViews().getByRole('link', { name: 'Unanswered' });
  expect(api.getCalls('logViews.listCounts').at(-1)?.query).toEqual({
    from: '2019-12-31T22:00:00.000Z',
    to: '2020-01-31T21:59:59.999Z',
  });
  await person.click(screen.getByLabelText('Words, conversation ID or person'));
  await person.keyboard('invoice{Enter}');
  await waitFor(() => expect(getQuery(api)).toMatchObject({ search: 'invoice' }));
  await getViews().findByRole('link', { name: 'To review' });
});

test('the log is shown without saved views and counts that cannot be loaded', async () => {
  const failing = { list: new MockedProblem('internal'), listCounts: new MockedProblem('internal') };
  openLogs('/analytics/logs?unanswered=true&ratings=negative', { endpoints: { logViews: failing } });
  await findRow('Skill 1');
  expect(listLinks()).toEqual(['All', 'To review', 'Failed', 'Unanswered', 'Mine']);
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
});

test('the present filters are saved by a name, which then is the current view', async () => {
  const saved = makeView(1, { name: 'Bad ratings', filters: { ratings: ['negative'], unanswered: true } });
  const { api, person } = openLogs('/analytics/logs?search=invoice&unanswered=true', {
    endpoints: { logViews: { list: [], listCounts: [], create: saved } },
  });
  await findRow('Skill 1');
  expect(screen.queryByRole('button', { name: /Save view|More views/ })).toBeNull();
  await person.click(screen.getByRole('button', { name: /^Rating/ }));
  await person.click(await screen.findByRole('option', { name: 'Negative' }));
  await person.keyboard('{Escape}');
  await person.click(await screen.findByRole('button', { name: 'Save view' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  dialog.getByText(/^Filters: rating: negative · unanswered\./);
  await person.click(dialog.getByRole('button', { name: 'Save view' }));
  await dialog.findByText('The field is required!');
  await fill(person, dialog.getByRole('textbox', { name: 'Name' }), 'Bad ratings');
  await person.click(dialog.getByRole('checkbox', { name: 'Share with everyone who reads conversations' }));
  api.change({ logViews: { list: [saved], listCounts: [], create: saved } });
  await person.click(dialog.getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(readCurrent()).toBe('Bad ratings'));
  expect(api.getCalls('logViews.create')).toHaveLength(1);
  expect(api.getCalls('logViews.create')[0]?.body).toEqual({
    name: 'Bad ratings',
    isShared: true,
    filters: { ratings: ['negative'], unanswered: true },
  });
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
});

test('a taken name is said below the field', async () => {
  const { person } = openLogs('/analytics/logs?unanswered=true&ratings=negative', {
    endpoints: { logViews: { list: [], listCounts: [], create: new MockedProblem('log-views.name-taken') } },
  });
  await person.click(await screen.findByRole('button', { name: 'Save view' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  await fill(person, dialog.getByRole('textbox', { name: 'Name' }), 'Bad ratings');
  await person.click(dialog.getByRole('button', { name: 'Save view' }));
  await dialog.findByText('You already have a view with this name.');
});

test('three saved views stand beside the fixed ones, the menu has the others with their counts, and own ones are changed and deleted in a dialog', async () => {
  const shared = makeView(5, { name: 'Escalated', isOwn: false, isShared: true, owner: null, canDelete: false });
  const list = [...[1, 2, 3, 4].map((place) => makeView(place)), shared];
  const listCounts = [{ view: makeView(4).id, count: 7, isMore: false }];
  const { api, page, person } = openLogs('/analytics/logs?failed=true&ratings=negative', {
    endpoints: { logViews: { list, listCounts, update: makeView(1), delete: undefined } },
  });
  await waitFor(() => expect(listLinks().slice(5)).toEqual(['View 1', 'View 2', 'View 3']));
  await person.click(screen.getByRole('button', { name: 'More views' }));
  const entries = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(entries).toEqual(['View 4 7 conversations', 'Escalated', 'Manage saved views']);
  await person.click(screen.getByRole('menuitem', { name: 'Manage saved views' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('Shared by a former user · tool: tool 5');
  expect(dialog.getAllByRole('button', { name: /^Edit/ })).toHaveLength(4);
  expect(dialog.queryByRole('button', { name: 'Delete Escalated' })).toBeNull();
  await person.click(dialog.getByRole('button', { name: 'Edit View 1' }));
  const name = await dialog.findByRole('textbox', { name: 'Name' });
  await person.clear(name);
  await fill(person, name, 'Renamed');
  await person.click(dialog.getByRole('checkbox', { name: 'Use the present filters' }));
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.getCalls('logViews.update')).toHaveLength(1));
  expect(api.getCalls('logViews.update')[0]?.body).toEqual({
    name: 'Renamed',
    isShared: false,
    version: 1,
    filters: { failed: true, ratings: ['negative'] },
  });
  await person.click(await dialog.findByRole('button', { name: 'Delete View 2' }));
  dialog.getByText('Your view is deleted. No conversation is deleted.');
  await person.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(api.getCalls('logViews.delete')).toHaveLength(1));
  await person.click(await dialog.findByRole('link', { name: 'Escalated' }));
  await waitFor(() => expect(page.router.state.location.search).toEqual({ tools: ['tool 5'] }));
  await waitFor(() => expect(readCurrent()).toBe('Escalated'));
});

test('a view that has lost a filter or a user says so when it is opened', async () => {
  const lost = makeView(1, { name: 'Old', filters: {}, lost: ['filter', 'user'] });
  const { person } = openLogs('/analytics/logs', { endpoints: { logViews: { list: [lost], listCounts: [] } } });
  await findRow('Skill 1');
  const sentence =
    /^View “Old”: One of its filters no longer exists; the others apply. A user that it names was deleted/;
  const link = await getViews().findByRole('link', { name: 'Old' });
  expect(screen.queryByText(sentence)).toBeNull();
  await person.click(link);
  await screen.findByText(sentence);
});

test('a guest of the provider saves no view, and who reads own conversations alone shares none', async () => {
  const { page } = openLogs('/analytics/logs?failed=true&ratings=negative', { user: { homeCompanyName: 'Provider' } });
  await findRow('Skill 1');
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
  page.unmount();
  const { person } = openLogs('/analytics/logs?failed=true&ratings=negative', {
    user: { roles: ['User'], capabilities: ['transcripts.read-own'] },
  });
  await person.click(await screen.findByRole('button', { name: 'Save view' }));
  await screen.findByRole('textbox', { name: 'Name' });
  expect(screen.queryByRole('checkbox', { name: /^Share/ })).toBeNull();
});
