import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UsageEvent } from '#features/money/contract/usage.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { openUsage, readRows } from '../testing/open-usage.tsx';
import { toId } from '../testing/usage.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00.000Z'), toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const makeRequest = (place: number, different: Partial<UsageEvent> = {}): UsageEvent => ({
  id: toId(place),
  date: '2026-11-05T22:30:00.000Z',
  skill: 'Skill 02',
  user: { firstName: 'Kadri', lastName: 'Oja' },
  price: 0.25,
  conversationId: null,
  ...different,
});

const page = { payloads: [makeRequest(1, { conversationId: toId(50) }), makeRequest(2)], total: 2, next: null };

const readRequests = async () => {
  // The skeleton has the same caption.
  const caption = await screen.findByText('Requests, newest first', { ignore: '[aria-hidden] caption' });
  return [...(caption.closest('table')?.tBodies[0]?.rows ?? [])].map((row) =>
    [...row.cells].map(({ textContent }) => textContent),
  );
};

test('the name of a skill opens its requests at their own address', async () => {
  const { page: view, person } = openUsage({ usage: { listEvents: page } });
  await readRows();
  await person.click(screen.getByText('Skill 02'));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText('Skill 02');
  expect(view.router.state.location.search).toEqual({ skill: toId(2) });
  expect(await readRequests()).toEqual([
    ['6 Nov 2026, 0:30:00', 'Kadri Oja', '€0.25', 'Open the conversation of 6 Nov 2026, 0:30:00'],
    ['6 Nov 2026, 0:30:00', 'Kadri Oja', '€0.25', '–'],
  ]);
  screen.getByText(/^2 requests not billed yet in November 2026, newest first\. Times are in Europe\/Tallinn/);
  await person.click(screen.getByLabelText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(view.router.state.location.search).toEqual({});
});

test('each request links to its conversation in the logs of its day', async () => {
  openUsage({ path: `/settings/usage?skill=${toId(2)}`, usage: { listEvents: page } });
  await readRequests();
  const link = screen.getByText(/^Open/, { selector: 'a' });
  expect(link.getAttribute('href')).toBe(`/analytics/logs?from=2026-11-06&to=2026-11-06&record=${toId(50)}`);
});

test('Load older adds the page after the last key', async () => {
  const listEvents = ({ query }: { query?: { after?: string | undefined } | undefined }) =>
    query?.after === 'older'
      ? { payloads: [makeRequest(3, { price: 9 })], total: null, next: null }
      : { ...page, next: 'older' };
  const { person } = openUsage({ path: `/settings/usage?skill=${toId(2)}`, usage: { listEvents } });
  expect(await readRequests()).toHaveLength(2);
  await person.click(screen.getByText('Load older'));
  await screen.findByText('€9.00');
  expect(await readRequests()).toHaveLength(3);
  expect(screen.queryByText('Load older')).toBeNull();
});

test('requests opened by their address are of its period, and closing keeps the period', async () => {
  const {
    api,
    page: view,
    person,
  } = openUsage({
    path: `/settings/usage/byCost/ascending?period=2026-10&skill=${toId(2)}`,
    usage: { listEvents: { payloads: [], total: 0, next: null } },
  });
  await screen.findByText('No requests in this period.');
  const call = api.getCalls('usage.listEvents').at(-1);
  expect([call?.params, call?.query]).toEqual([{ id: toId(2) }, { period: '2026-10' }]);
  await person.keyboard('{Escape}');
  await waitFor(() => expect(view.router.state.location.search).toEqual({ period: '2026-10' }));
  expect(view.router.state.location.pathname).toBe('/settings/usage/byCost/ascending');
});

test('the requests of a conversation are asked for by it alone, each with its skill, and lead back to it', async () => {
  const { api } = openUsage({
    path: `/settings/usage?skill=all~2026-11-06~2026-11-06~~${toId(50)}`,
    usage: { listEvents: page },
  });
  expect((await readRequests())[1]).toEqual(['6 Nov 2026, 0:30:00', 'Skill 02', 'Kadri Oja', '€0.25', '–']);
  const call = api.getCalls('usage.listEvents').at(-1);
  expect([call?.params, call?.query]).toEqual([{ id: 'all' }, { conversation: toId(50) }]);
  screen.getByText(/^2 requests in this conversation, newest first/);
  const link = screen.getByRole('link', { name: 'Open the conversation' });
  expect(link.getAttribute('href')).toBe(`/analytics/logs?from=2026-11-06&to=2026-11-06&record=${toId(50)}`);
});

test('a failed load of requests shows the problem, and can be retried', async () => {
  const { api, person } = openUsage({
    path: `/settings/usage?skill=${toId(2)}`,
    usage: { listEvents: new MockedProblem('internal') },
  });
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('Something went wrong on our side. Please try again.');
  api.change({ usage: { listEvents: page } });
  await person.click(within(dialog).getByText('Try again'));
  expect(await readRequests()).toHaveLength(2);
});

test('an unknown skill shows the problem', async () => {
  openUsage({
    path: `/settings/usage?skill=${toId(2)}`,
    usage: { listEvents: new MockedProblem('record.not-found') },
  });
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('This record does not exist.');
  expect(within(dialog).queryByText('Try again')).toBeNull();
});
