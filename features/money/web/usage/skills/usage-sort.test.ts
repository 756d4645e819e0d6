import { expect, test } from 'vitest';
import { parseSort, sortSkills, toggleSort } from './usage-sort.ts';
import { makeSkillUsage } from '../testing/usage.ts';

const skills = [
  makeSkillUsage({ _id: '1', name: 'Beta 10', price: 2, requests: 1, total: 2 }),
  makeSkillUsage({ _id: '2', name: 'alpha', price: 1, requests: 9, total: 9 }),
  makeSkillUsage({ _id: '3', name: 'Beta 9', price: 2, requests: 4, total: 8 }),
];
const names = (sortFilter?: string, sortOption?: string) =>
  sortSkills(skills, parseSort({ ...(sortFilter && { sortFilter }), ...(sortOption && { sortOption }) })).map(
    ({ name }) => name,
  );

test('every column sorts both ways, and equal rows stand by name', () => {
  expect(names('byName', 'ascending')).toEqual(['alpha', 'Beta 9', 'Beta 10']);
  expect(names('byName', 'descending')).toEqual(['Beta 10', 'Beta 9', 'alpha']);
  expect(names('byCost', 'ascending')).toEqual(['alpha', 'Beta 9', 'Beta 10']);
  expect(names('byCost', 'descending')).toEqual(['Beta 9', 'Beta 10', 'alpha']);
  expect(names('byRequest', 'ascending')).toEqual(['Beta 10', 'Beta 9', 'alpha']);
  expect(names('byTotalCost', 'descending')).toEqual(['alpha', 'Beta 9', 'Beta 10']);
});

test('an unknown column is the default, an unknown direction is ascending', () => {
  const usual = { column: 'byTotalCost', direction: 'descending' };
  expect(parseSort({})).toEqual(usual);
  for (const sortFilter of ['byname', 'toString', '__proto__', "' or 1=1", '']) {
    expect(parseSort({ sortFilter, sortOption: 'ascending' })).toEqual(usual);
  }
  expect(parseSort({ sortFilter: 'byCost', sortOption: 'sideways' })).toEqual({
    column: 'byCost',
    direction: 'ascending',
  });
});

test('a head sorts ascending first, then descending, then ascending again', () => {
  const first = toggleSort(parseSort({}), 'byTotalCost');
  expect(first).toEqual({ column: 'byTotalCost', direction: 'ascending' });
  const second = toggleSort(first, 'byTotalCost');
  expect(second.direction).toBe('descending');
  expect(toggleSort(second, 'byTotalCost').direction).toBe('ascending');
  expect(toggleSort(second, 'byName')).toEqual({ column: 'byName', direction: 'ascending' });
});
