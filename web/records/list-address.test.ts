import { expect, test } from 'vitest';
import { parseSearchText, parseSortOrder, toggleSort } from './list-address.ts';

const columns = [{ key: 'email', sort: 'text' }, { key: 'lastName', sort: 'text' }, { key: 'options' }];

test('the search text is read as text and cut to 200 characters', () => {
  expect(parseSearchText({ search: 'an' })).toEqual({ search: 'an' });
  expect(parseSearchText({ search: 2020 })).toEqual({ search: '2020' });
  expect(parseSearchText({ search: 'a'.repeat(5000) }).search).toHaveLength(200);
});

test('a meaningless search text is left out', () => {
  expect(parseSearchText({})).toEqual({});
  expect(parseSearchText({ search: '' })).toEqual({});
  expect(parseSearchText({ search: ['a'] })).toEqual({});
});

test('the order is read for columns that sort', () => {
  const descending = { sortBy: 'email', order: 'descending' };
  expect(parseSortOrder(descending, columns)).toEqual(descending);
  expect(parseSortOrder({ sortBy: 'email', order: 'sideways', page: 3 }, columns)).toEqual({ sortBy: 'email' });
  expect(parseSortOrder({ sortBy: 'options', order: 'descending' }, columns)).toEqual({});
  expect(parseSortOrder({ sortBy: 'password' }, columns)).toEqual({});
});

test('a column head sorts ascending, then descending, then ascending again', () => {
  const first = toggleSort({}, 'email');
  expect(first).toEqual({ sortBy: 'email', order: undefined });
  const second = toggleSort(first, 'email');
  expect(second).toEqual({ sortBy: 'email', order: 'descending' });
  expect(toggleSort(second, 'email')).toEqual(first);
  expect(toggleSort(second, 'lastName')).toEqual({ sortBy: 'lastName', order: undefined });
});
