import { expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  fromClock,
  getDay,
  getEndOfDay,
  getMonth,
  getStartOfDay,
  getWeekday,
  isCalendarDay,
  listDays,
  toClock,
} from './zones.ts';

const startOf = (day: string, zone: string) => new Date(getStartOfDay(day, zone)).toISOString();
const hoursOf = (day: string, next: string, zone: string) =>
  (getStartOfDay(next, zone) - getStartOfDay(day, zone)) / 3_600_000;

test.each([
  ['Europe/Tallinn', '2026-03-29', '2026-03-30', 23],
  ['Europe/Tallinn', '2026-10-25', '2026-10-26', 25],
  ['Europe/Berlin', '2026-03-29', '2026-03-30', 23],
  ['America/New_York', '2026-03-08', '2026-03-09', 23],
  ['America/New_York', '2026-11-01', '2026-11-02', 25],
  ['Asia/Kolkata', '2026-03-29', '2026-03-30', 24],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-05', 23.5],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-06', 24.5],
  ['Pacific/Apia', '2011-12-29', '2011-12-31', 24],
  ['Pacific/Apia', '2011-12-30', '2011-12-31', 0],
  ['America/Sao_Paulo', '2018-11-04', '2018-11-05', 23],
  ['America/Sao_Paulo', '2018-02-17', '2018-02-18', 25],
  ['America/Havana', '2026-11-01', '2026-11-02', 25],
  ['UTC', '2028-02-29', '2028-03-01', 24],
])('in %s %s is %s hours before %s', (zone, day, next, hours) => {
  expect(hoursOf(day, next, zone)).toBe(hours);
});

test.each([
  ['2026-03-01', 'Europe/Tallinn', '2026-02-28T22:00:00.000Z'],
  ['2026-04-01', 'Europe/Tallinn', '2026-03-31T21:00:00.000Z'],
  ['2026-11-01', 'Asia/Kolkata', '2026-10-31T18:30:00.000Z'],
  ['2028-02-29', 'America/New_York', '2028-02-29T05:00:00.000Z'],
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ['2021-03-28', 'Asia/Beirut', '2021-03-27T22:00:00.000Z'],
  ['2025-11-02', 'America/Havana', '2025-11-02T04:00:00.000Z'],
  ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
])('%s starts in %s at %s', (day, zone, instant) => {
  expect(startOf(day, zone)).toBe(instant);
  expect(getDay(Date.parse(instant), zone)).toBe(day);
  expect(getDay(Date.parse(instant) - 1, zone)).not.toBe(day);
});

test.each([
  ['2026-11-21', '2026-11-21T21:59:59.999Z'],
  ['2026-03-29', '2026-03-29T20:59:59.999Z'],
  ['2026-10-25', '2026-10-25T21:59:59.999Z'],
])('%s ends in Tallinn at %s, its last millisecond', (day, instant) => {
  expect(new Date(getEndOfDay(day, 'Europe/Tallinn')).toISOString()).toBe(instant);
});

test('March 2026 has 743 hours and 31 days in Tallinn', () => {
  expect(hoursOf('2026-03-01', '2026-04-01', 'Europe/Tallinn')).toBe(743);
  expect(listDays('2026-03-01', '2026-04-01', 'Europe/Tallinn')).toHaveLength(31);
});

test('a list of days leaves out a day that the zone skipped', () => {
  expect(listDays('2011-12-29', '2012-01-01', 'Pacific/Apia')).toEqual(['2011-12-29', '2011-12-31']);
  expect(listDays('2011-12-29', '2012-01-01', 'Pacific/Auckland')).toHaveLength(3);
});

test('a clock time that occurs twice is the first, and a skipped one lies as long after the clock change', () => {
  const zone = 'Europe/Tallinn';
  const at = (clock: string) => new Date(fromClock(Date.parse(`${clock}Z`), zone)).toISOString();
  expect(at('2026-10-25T03:30:00')).toBe('2026-10-25T00:30:00.000Z');
  expect(at('2026-03-29T03:30:00')).toBe('2026-03-29T01:30:00.000Z');
  expect(new Date(toClock(Date.parse('2026-03-29T01:30:00Z'), zone)).toISOString()).toBe('2026-03-29T04:30:00.000Z');
});

test('days are counted on the calendar', () => {
  expect([addDays('2028-02-28', 2), addDays('2026-01-01', -1)]).toEqual(['2028-03-01', '2025-12-31']);
  expect([getWeekday('2026-11-16'), getWeekday('2026-11-22')]).toEqual([1, 7]);
});

test('months are counted across years, from any day of a month', () => {
  expect([addMonths('2026-11-01', 2), addMonths('2026-01-31', -1), getMonth('2026-01-31')]).toEqual([
    '2027-01-01',
    '2025-12-01',
    '2026-01-01',
  ]);
});

test('only days that the calendar has are calendar days', () => {
  expect(['2026-11-21', '2028-02-29'].every(isCalendarDay)).toBe(true);
  const others = [
    '2026-02-29',
    '2026-13-01',
    '1999-12-31',
    '275760-09-13',
    '2026-11-21T00:00:00.000Z',
    '',
    20261121,
    null,
  ];
  expect(others.filter(isCalendarDay)).toEqual([]);
});
