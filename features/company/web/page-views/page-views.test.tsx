import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { findPageName } from '#web/app/page-names.ts';
import { PageViews } from './page-views.tsx';

const counts = {
  total: 1234,
  days: [
    { date: '2026-11-21', views: 1200 },
    { date: '2026-11-22', views: 34 },
  ],
  pages: [
    { path: '/settings/usage/{-$sortFilter}/{-$sortOption}', views: 1200 },
    { path: '/$', views: 34 },
    { path: '/connections', views: 30 },
    { path: '/integrations', views: 8 },
    { path: '/payments', views: 5 },
    { path: '/skills/management', views: 4 },
    { path: '/users/$id', views: 1 },
  ],
};

function open(list: typeof counts | MockedProblem) {
  const api = mockApi({ session: { createToken: makeToken }, pageViews: { list } });
  renderPage(() => <PageViews findName={findPageName} />, '/operations/page-views');
  return { api, person: userEvent.setup() };
}

const readTable = async (name: string) => {
  const caption = await screen.findByText(name, { ignore: '[aria-hidden] caption' });
  return [...(caption.closest('table')?.rows ?? [])].map(({ textContent }) => textContent);
};

test('views are shown by page and by day, the newest first, for the chosen range', async () => {
  const { api, person } = open(counts);
  expect(await readTable('Page views by page')).toEqual([
    'PageViews',
    'Usage Dashboard: Month1,200',
    'Integrations: Systems38',
    'Unknown pages34',
    'Payments5',
    'Skills Old: Skills management4',
    'User management: Edit user1',
  ]);
  expect(await readTable('Page views by day')).toEqual(['Day (UTC)Views', '22 Nov 202634', '21 Nov 20261,200']);
  screen.getByText('1,234 views, counted without names or addresses.');
  await person.selectOptions(screen.getByLabelText('Range of the page views'), 'Last 7 days');
  expect(api.getCalls('pageViews.list').map(({ query }) => query)).toEqual([{ days: '30' }, { days: '7' }]);
});

test('a day leads to the pages of that day, and back to all days', async () => {
  const { api, person } = open(counts);
  await person.click(await screen.findByRole('button', { name: '22 Nov 2026' }));
  await screen.findByText(/Pages of 22 Nov 2026/);
  expect(api.getCalls('pageViews.list').at(-1)?.query).toEqual({ days: '30', date: '2026-11-22' });
  await person.click(screen.getByRole('button', { name: 'Show all days' }));
  expect(screen.queryByText(/Pages of/)).toBeNull();
});

test('a failed load offers another attempt', async () => {
  const { api, person } = open(new MockedProblem('internal'));
  const again = await screen.findByText('Try again');
  api.change({ pageViews: { list: { ...counts, total: 0, pages: [] } } });
  await person.click(again);
  await screen.findByText('No page was viewed in this period.');
});
