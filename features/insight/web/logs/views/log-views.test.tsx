import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
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
