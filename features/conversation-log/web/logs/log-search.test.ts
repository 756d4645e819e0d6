import { expect, test } from 'vitest';
import { maxChosen } from '#web/lib/filter-address.ts';
import { changeLogFilter, isFiltered, parseLogFilter, parseRecordId, toLogSearch } from './log-search.ts';

const scope = { timeZone: 'Europe/Tallinn', now: Date.parse('2026-11-21T12:00:00Z'), canSeeTechnicalUsers: true };
const parse = (search: object) => parseLogFilter(search, scope);

test('a bare address is page 1 of the whole present month', () => {
  expect(parse({})).toMatchObject({
    range: { from: Date.parse('2026-10-31T22:00:00.000Z'), to: Date.parse('2026-11-21T21:59:59.999Z') },
    skills: [],
    failed: false,
    weekday: undefined,
    search: '',
    technicalUsers: false,
    page: 1,
  });
  expect(isFiltered(parse({}))).toBe(false);
  expect(toLogSearch(parse({}), scope)).toEqual({});
});

test('a filter survives the way to the address and back', () => {
  const search = {
    from: '2026-10-01',
    to: '2026-10-31',
    skills: 'a,b',
    users: 'c::d,e',
    status: 'Completed,Failed',
    weekday: 2,
    hour: 0,
    failed: true,
    search: 'invoice "not posted"',
    technicalUsers: true,
    page: 7,
  };
  expect(toLogSearch(parse(search), scope)).toEqual(search);
  expect(parse(search)).toMatchObject({ users: ['c::d', 'e'], status: ['Completed', 'Failed'], page: 7 });
});

test('invalid parameters are dropped', () => {
  const filter = parse({
    skills: ',a,,a',
    users: 5,
    status: ['Error', 'failed', {}],
    technicalUsers: 'yes',
    weekday: 8,
    hour: '',
    from: 'x',
  });
  expect(filter).toMatchObject({ skills: ['a'], users: [], status: ['Error'], technicalUsers: false });
  expect([filter.weekday, filter.hour]).toEqual([undefined, undefined]);
  expect(parse({ skills: Array.from({ length: 500 }, (_, index) => `${index}`) }).skills).toHaveLength(maxChosen);
});

test('an answer of which the model is not named is a model without a name', () => {
  expect(toLogSearch(parse({ models: ['', 'gpt-5.1'] }), scope)).toEqual({ models: ['', 'gpt-5.1'] });
  expect(parse({ tools: [''] }).tools).toEqual([]);
});

test('a number is a word, and a text that is too long is no search', () => {
  expect(parse({ search: 4_500_017_263 }).search).toBe('4500017263');
  expect(parse({ search: 'x'.repeat(201) }).search).toBe('');
});

test.each([0, -1, 1.5, 'NaN', '1e9', null, [2, 3]])('page %j counts as the first', (page) => {
  expect(parse({ page }).page).toBe(1);
});

test('technical users are included only for users who may see them', () => {
  const search = { technicalUsers: true };
  expect(parse(search).technicalUsers).toBe(true);
  expect(parseLogFilter(search, { ...scope, canSeeTechnicalUsers: false }).technicalUsers).toBe(false);
});

test('changing any filter resets the page; a page applies only if it is greater than 0', () => {
  const filter = parse({ page: 7 });
  expect(changeLogFilter(filter, { status: ['Failed'] })).toMatchObject({ status: ['Failed'], page: 1 });
  expect(changeLogFilter(filter, { technicalUsers: true }).page).toBe(1);
  expect(changeLogFilter(filter, { page: 3 }).page).toBe(3);
  expect(changeLogFilter(filter, { page: 0 }).page).toBe(7);
  expect(changeLogFilter(filter, { page: -2 }).page).toBe(7);
});

test('the address holds the id of the open conversation', () => {
  expect(parseRecordId({ record: 'abc' })).toBe('abc');
  expect(parseRecordId({ record: 1 })).toBe('1');
  expect(parseRecordId({ record: ['a'] })).toBeUndefined();
  expect(parseRecordId({})).toBeUndefined();
});

test('what no control shows narrows nothing down', () => {
  expect(isFiltered(parse({ weekday: 2 }))).toBe(false);
  expect(isFiltered(parse({ weekday: 9, hour: 3 }))).toBe(false);
  expect(parse({ weekday: 2, hour: 3 })).toMatchObject({ weekday: 2, hour: 3 });
  expect(parse({ failed: true, failures: ['Timeout'] })).toMatchObject({ failed: true, failures: [] });
});
