import { expect, test } from 'vitest';
import {
  formatDateTime,
  formatDay,
  formatLongDate,
  formatLongDay,
  formatMonth,
  formatShortDay,
  formatShortRange,
  formatTime,
} from './formats.ts';

test('an instant has the format of the specification’s example', () => {
  expect(formatDateTime('2020-01-05T11:45:00.000Z', 'Europe/Tallinn')).toBe('5 Jan 2020, 13:45:00');
});

test('hours have no leading zero and midnight is 0', () => {
  expect(formatDateTime('2026-03-01T22:05:09.000Z', 'Europe/Tallinn')).toBe('2 Mar 2026, 0:05:09');
  expect(formatTime('2026-06-15T06:07:00.000Z', 'UTC')).toBe('6:07');
});

test('the short form of September has three letters', () => {
  expect(formatDateTime('2026-09-30T12:00:00.000Z', 'UTC')).toBe('30 Sep 2026, 12:00:00');
});

test('the hour jumps with a clock change of the zone', () => {
  expect(formatTime('2026-03-29T00:59:00.000Z', 'Europe/Tallinn')).toBe('2:59');
  expect(formatTime('2026-03-29T01:00:00.000Z', 'Europe/Tallinn')).toBe('4:00');
});

test('the long form has ordinal days', () => {
  const days = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31];
  const shown = days.map((day) => formatLongDate(Date.UTC(2026, 0, day, 12), 'UTC').split(' ')[1]);
  expect(shown).toEqual([
    '1st,',
    '2nd,',
    '3rd,',
    '4th,',
    '11th,',
    '12th,',
    '13th,',
    '21st,',
    '22nd,',
    '23rd,',
    '31st,',
  ]);
  expect(formatLongDate('2020-01-05T00:00:00.000Z', 'UTC')).toBe('January 5th, 2020');
});

test('an instant that can not be parsed formats as an empty text', () => {
  expect(formatDateTime('never', 'UTC')).toBe('');
  expect(formatTime('', 'UTC')).toBe('');
  expect(formatLongDate(Number.NaN, 'UTC')).toBe('');
});

test('calendar days and months are the same in every zone', () => {
  expect(formatLongDay('2026-11-01')).toBe('November 1st, 2026');
  expect(formatDay('2026-09-16')).toBe('16 September 2026');
  expect(formatShortDay('2026-09-05')).toBe('5 Sep 2026');
  expect([formatMonth('2026-11'), formatMonth('2026-12-31')]).toEqual(['November 2026', 'December 2026']);
});

test('a range names month and year once where they are the same', () => {
  const format = (from: string, to: string) => formatShortRange({ from, to }, 'UTC');
  expect(format('2026-10-10', '2026-10-31')).toBe('10–31 Oct 2026');
  expect(format('2026-10-10', '2026-11-05')).toBe('10 Oct – 5 Nov 2026');
  expect(format('2025-12-20', '2026-01-03')).toBe('20 Dec 2025 – 3 Jan 2026');
  expect(format('2026-10-10', '2026-10-10')).toBe('10 Oct 2026');
});
