import { expect, test } from 'vitest';
import { addMonths, fromClock, getDay, getStartOfDay, listDays, toClock } from './zones.ts';

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
])('%s starts in %s at %s', (day, zone, instant) => {
  expect(startOf(day, zone)).toBe(instant);
  expect(getDay(Date.parse(instant), zone)).toBe(day);
  expect(getDay(Date.parse(instant) - 1, zone)).not.toBe(day);
});

test('March 2026 has 743 hours in Tallinn, and as many days as ever', () => {
  expect(hoursOf('2026-03-01', '2026-04-01', 'Europe/Tallinn')).toBe(743);
  expect(listDays('2026-03-01', '2026-04-01', 'Europe/Tallinn')).toHaveLength(31);
});

test('a day that a zone skipped is no day of it', () => {
  expect(listDays('2011-12-29', '2012-01-01', 'Pacific/Apia')).toEqual(['2011-12-29', '2011-12-31']);
  expect(listDays('2011-12-29', '2012-01-01', 'Pacific/Auckland')).toHaveLength(3);
});

test('a time that clocks show twice is the first, one that they skip lies as long after the jump', () => {
  const zone = 'Europe/Tallinn';
  const at = (clock: string) => new Date(fromClock(Date.parse(`${clock}Z`), zone)).toISOString();
  expect(at('2026-10-25T03:30:00')).toBe('2026-10-25T00:30:00.000Z');
  expect(at('2026-03-29T03:30:00')).toBe('2026-03-29T01:30:00.000Z');
  expect(new Date(toClock(Date.parse('2026-03-29T01:30:00Z'), zone)).toISOString()).toBe('2026-03-29T04:30:00.000Z');
});

test('months follow each other over the turn of years', () => {
  expect([addMonths('2026-11-01', 2), addMonths('2026-01-01', -1)]).toEqual(['2027-01-01', '2025-12-01']);
});
