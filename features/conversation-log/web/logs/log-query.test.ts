import { expect, test } from 'vitest';
import { logPageSize } from '#features/conversation-log/contract/logs.ts';
import { logFilters } from '#features/conversation-log/contract/log-filters.ts';
import { LogQuery } from '#features/conversation-log/contract/log-query.ts';
import { parseFilters } from '#web/lib/filter-address.ts';
import type { LogFilter } from './log-search.ts';
import { countPages, describePage, recordsPerPage, toLogQuery } from './log-query.ts';

const filter: LogFilter = {
  ...parseFilters(logFilters, {}),
  range: { from: Date.parse('2026-10-31T22:00:00.000Z'), to: Date.parse('2026-11-21T21:59:59.999Z') },
  search: '',
  technicalUsers: false,
  page: 1,
};

test('the page size is that of the contract', () => {
  expect(recordsPerPage).toBe(logPageSize);
});

test('empty filters are left out of the query', () => {
  const query = { from: '2026-10-31T22:00:00.000Z', to: '2026-11-21T21:59:59.999Z', page: 1, limit: 20, totals: true };
  expect(toLogQuery(filter)).toEqual(query);
});

test('options of several users are sent as distinct ids, in a query that the contract accepts', () => {
  const query = toLogQuery({
    ...filter,
    users: ['a::b', 'b', 'c'],
    status: ['Failed'],
    skills: ['s'],
    hour: 0,
    failures: ['503, again'],
    slowerThanMs: 900,
    page: 3,
  });
  expect(query).toMatchObject({ users: ['a', 'b', 'c'], status: ['Failed'], skills: ['s'], hour: 0, page: 3 });
  expect(query).toMatchObject({ failures: ['503, again'], slowerThanMs: 900 });
  expect(LogQuery.safeParse(query).success).toBe(true);
});

test('words are sent where they can be searched', () => {
  expect(toLogQuery({ ...filter, search: 'invoice -test' })).toMatchObject({ search: 'invoice -test' });
  expect(toLogQuery({ ...filter, search: '-test' })).not.toHaveProperty('search');
});

test('the pagination text is that of the specification', () => {
  expect(describePage(1, 20, 45)).toBe('Showing 1 to 20 of 45 entries .');
  expect(describePage(3, 5, 45)).toBe('Showing 41 to 45 of 45 entries .');
  expect(describePage(9, 0, 45)).toBe('Showing 0 to 0 of 45 entries .');
  expect(describePage(1, 20, 1000, true)).toBe('Showing 1 to 20 of more than 1,000 entries .');
  expect([countPages(0), countPages(20), countPages(21)]).toEqual([0, 1, 2]);
});
