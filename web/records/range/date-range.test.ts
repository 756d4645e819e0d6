import { expect, test } from 'vitest';
import { getPresets, parseDateRange, toDays, toDateRangeSearch } from './date-range.ts';

const zone = 'Europe/Tallinn';
/** 21 November in Tallinn. */
const now = Date.parse('2026-11-20T22:30:00.000Z');
const parseDays = (search: object) => toDays(parseDateRange(search, zone, now), zone);

test('a bare address is the range from the start of the present month to the end of today', () => {
  const range = parseDateRange({}, zone, now);
  expect([range.from, range.to].map((instant) => new Date(instant).toISOString())).toEqual([
    '2026-10-31T22:00:00.000Z',
    '2026-11-21T21:59:59.999Z',
  ]);
  expect(toDateRangeSearch(range, zone, now)).toEqual({});
});

test('a range survives the way to the address and back', () => {
  const search = { from: '2026-03-28', to: '2026-03-29' };
  expect(toDateRangeSearch(parseDateRange(search, zone, now), zone, now)).toEqual(search);
});

test('missing and malformed days of an address take their default, and days in the wrong order are swapped', () => {
  expect(parseDays({ from: '2026-10-05' })).toEqual({ first: '2026-10-05', last: '2026-11-21' });
  expect(parseDays({ to: '2026-10-05' })).toEqual({ first: '2026-10-01', last: '2026-10-05' });
  expect(parseDays({ from: '2026-10-09', to: '2026-10-05' })).toEqual({ first: '2026-10-05', last: '2026-10-09' });
  expect(parseDays({ from: 'soon', to: ['2026-10-05'] })).toEqual({ first: '2026-11-01', last: '2026-11-21' });
});

test('the presets are days, months, quarters and years up to today, or the ones before', () => {
  const presets = getPresets(zone, now).map(({ label, range }) => [label, ...Object.values(toDays(range, zone))]);
  expect(presets).toEqual([
    ['Today', '2026-11-21', '2026-11-21'],
    ['Yesterday', '2026-11-20', '2026-11-20'],
    ['Last 7 days', '2026-11-15', '2026-11-21'],
    ['Last 30 days', '2026-10-23', '2026-11-21'],
    ['Last 90 days', '2026-08-24', '2026-11-21'],
    ['This month', '2026-11-01', '2026-11-21'],
    ['Last month', '2026-10-01', '2026-10-31'],
    ['This quarter', '2026-10-01', '2026-11-21'],
    ['Last quarter', '2026-07-01', '2026-09-30'],
    ['This year', '2026-01-01', '2026-11-21'],
    ['Last 12 months', '2025-12-01', '2026-11-21'],
  ]);
  const january = getPresets(zone, Date.parse('2026-01-31T12:00:00Z')).map(({ range }) => toDays(range, zone));
  expect(january.slice(6, 10)).toEqual([
    { first: '2025-12-01', last: '2025-12-31' },
    { first: '2026-01-01', last: '2026-01-31' },
    { first: '2025-10-01', last: '2025-12-31' },
    { first: '2026-01-01', last: '2026-01-31' },
  ]);
});
