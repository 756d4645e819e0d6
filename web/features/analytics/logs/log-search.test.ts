import { expect, test } from 'vitest';
import { changeLogFilter, maxChosen, readLogFilter, readRecordId, writeLogFilter } from './log-search.ts';

const reader = { timeZone: 'Europe/Tallinn', now: new Date('2026-11-21T12:00:00Z'), canSeeTechnicalUsers: true };
const read = (search: object) => readLogFilter(search, reader);

test('a bare address is the present month, everything, page 1', () => {
  expect(read({})).toEqual({
    range: { from: new Date('2026-10-31T22:00:00.000Z'), to: new Date('2026-11-21T21:59:59.999Z') },
    skills: [],
    users: [],
    status: [],
    technicalUsers: false,
    page: 1,
  });
  expect(writeLogFilter(read({}), reader)).toEqual({});
});

test('a filter is read back from its address as it was', () => {
  const search = {
    from: '2026-10-01',
    to: '2026-10-31',
    skills: 'a,b',
    users: 'c::d,e',
    status: 'Completed,Failed',
    technicalUsers: true,
    page: 7,
  };
  expect(writeLogFilter(read(search), reader)).toEqual(search);
  expect(read(search)).toMatchObject({ users: ['c::d', 'e'], status: ['Completed', 'Failed'], page: 7 });
});

test('what means nothing is left out', () => {
  const filter = read({ skills: ',a,,a', users: 5, status: ['Error', 'failed', {}], technicalUsers: 'yes', from: 'x' });
  expect(filter).toMatchObject({ skills: ['a'], users: [], status: ['Error'], technicalUsers: false });
  expect(read({ skills: Array.from({ length: 500 }, (_, index) => `${index}`) }).skills).toHaveLength(maxChosen);
});

test.each([0, -1, 1.5, 'NaN', '1e9', null, [2, 3]])('page %j counts as the first', (page) => {
  expect(read({ page }).page).toBe(1);
});

test('technical users count only for those who may see them', () => {
  const search = { technicalUsers: true };
  expect(read(search).technicalUsers).toBe(true);
  expect(readLogFilter(search, { ...reader, canSeeTechnicalUsers: false }).technicalUsers).toBe(false);
});

test('changing any filter resets the page; a page applies only if it is greater than 0', () => {
  const filter = read({ page: 7 });
  expect(changeLogFilter(filter, { status: ['Failed'] })).toMatchObject({ status: ['Failed'], page: 1 });
  expect(changeLogFilter(filter, { technicalUsers: true }).page).toBe(1);
  expect(changeLogFilter(filter, { page: 3 }).page).toBe(3);
  expect(changeLogFilter(filter, { page: 0 }).page).toBe(7);
  expect(changeLogFilter(filter, { page: -2 }).page).toBe(7);
});

test('the open conversation is read from the address', () => {
  expect(readRecordId({ record: 'abc' })).toBe('abc');
  expect(readRecordId({ record: 1 })).toBe('1');
  expect(readRecordId({ record: ['a'] })).toBeUndefined();
  expect(readRecordId({})).toBeUndefined();
});
