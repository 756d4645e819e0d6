import { expect, test } from 'vitest';
import { formatDateTime, formatLongDate, formatTime } from './dates.ts';

test('the example of the specification is shown letter for letter', () => {
  expect(formatDateTime('2020-01-05T11:45:00.000Z', 'Europe/Tallinn')).toBe('5 Jan 2020, 13:45:00');
});

test('hours have no leading zero and midnight is 0', () => {
  expect(formatDateTime('2026-03-01T22:05:09.000Z', 'Europe/Tallinn')).toBe('2 Mar 2026, 0:05:09');
  expect(formatTime('2026-06-15T06:07:00.000Z', 'UTC')).toBe('6:07');
});

test('September is three letters, as in the fixed English format', () => {
  expect(formatDateTime('2026-09-30T12:00:00.000Z', 'UTC')).toBe('30 Sep 2026, 12:00:00');
});

test('both sides of a clock change are shown in the zone’s own time', () => {
  expect(formatTime('2026-03-29T00:59:00.000Z', 'Europe/Tallinn')).toBe('2:59');
  expect(formatTime('2026-03-29T01:00:00.000Z', 'Europe/Tallinn')).toBe('4:00');
});

test('days are ordinal in the picker’s form', () => {
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

test('an unreadable moment shows nothing instead of failing the page', () => {
  expect(formatDateTime('never', 'UTC')).toBe('');
  expect(formatTime('', 'UTC')).toBe('');
  expect(formatLongDate(Number.NaN, 'UTC')).toBe('');
});
