import { expect, test } from 'vitest';
import {
  addDays,
  countDays,
  getEndOfDay,
  getFirstOfMonth,
  getStartOfDay,
  getWeekday,
  isCalendarDay,
  toCalendarDay,
} from './zone-days.ts';

test('a day begins and ends by the clock of its zone, also when the clock changes in it', () => {
  const day = (name: string, zone: string) => [getStartOfDay(name, zone), getEndOfDay(name, zone)];
  const toIso = (dates: Date[]) => dates.map((date) => date.toISOString());
  expect(toIso(day('2026-11-21', 'Europe/Tallinn'))).toEqual(['2026-11-20T22:00:00.000Z', '2026-11-21T21:59:59.999Z']);
  expect(toIso(day('2026-03-29', 'Europe/Tallinn'))).toEqual(['2026-03-28T22:00:00.000Z', '2026-03-29T20:59:59.999Z']);
  expect(toIso(day('2026-10-25', 'Europe/Tallinn'))).toEqual(['2026-10-24T21:00:00.000Z', '2026-10-25T21:59:59.999Z']);
  expect(toIso(day('2026-01-01', 'Pacific/Kiritimati'))).toEqual([
    '2025-12-31T10:00:00.000Z',
    '2026-01-01T09:59:59.999Z',
  ]);
});

test('where the clock skips midnight, the day begins with the first hour that it has', () => {
  // Beirut went from 24:00 on 27 March straight to 1:00 on 28 March.
  expect(getStartOfDay('2021-03-28', 'Asia/Beirut').toISOString()).toBe('2021-03-27T22:00:00.000Z');
  // Havana had midnight to one o’clock twice; the day begins with the first of them.
  expect(getStartOfDay('2025-11-02', 'America/Havana').toISOString()).toBe('2025-11-02T04:00:00.000Z');
});

test('the day of an instant is that of the zone', () => {
  const instant = new Date('2026-11-20T22:30:00.000Z');
  expect(toCalendarDay(instant, 'Europe/Tallinn')).toBe('2026-11-21');
  expect(toCalendarDay(instant, 'America/Los_Angeles')).toBe('2026-11-20');
});

test('days are counted on the calendar', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(countDays('2026-03-28', '2026-03-30')).toBe(3);
  expect([getFirstOfMonth('2026-01-31'), getFirstOfMonth('2026-01-31', -1), getFirstOfMonth('2026-11-30', 2)]).toEqual([
    '2026-01-01',
    '2025-12-01',
    '2027-01-01',
  ]);
  expect([getWeekday('2026-11-16'), getWeekday('2026-11-22')]).toEqual([1, 7]);
});

test('only days that the calendar has are days', () => {
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
