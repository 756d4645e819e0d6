import { expect, test } from 'vitest';
import { readUsersSearch, toggleSort } from './users-search.ts';

test('search and order are read from the address', () => {
  expect(readUsersSearch({ search: 'an', sortBy: 'email', order: 'descending' })).toEqual({
    search: 'an',
    sortBy: 'email',
    order: 'descending',
  });
  expect(readUsersSearch({ search: 2020 })).toEqual({ search: '2020' });
});

test('what means nothing is left out', () => {
  expect(readUsersSearch({})).toEqual({});
  expect(readUsersSearch({ search: '', sortBy: 'password', order: 'descending' })).toEqual({});
  expect(readUsersSearch({ search: ['a'], sortBy: 'email', order: 'sideways', page: 3 })).toEqual({ sortBy: 'email' });
  expect(readUsersSearch({ search: 'a'.repeat(5000) }).search).toHaveLength(200);
});

test('a column head sorts ascending, then descending, then ascending again, and keeps the search', () => {
  const first = toggleSort({ search: 'an' }, 'email');
  expect(first).toEqual({ search: 'an', sortBy: 'email' });
  const second = toggleSort(first, 'email');
  expect(second).toEqual({ search: 'an', sortBy: 'email', order: 'descending' });
  expect(toggleSort(second, 'email')).toEqual(first);
  expect(toggleSort(second, 'lastName')).toEqual({ search: 'an', sortBy: 'lastName' });
});
