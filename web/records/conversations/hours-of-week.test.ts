import { expect, test } from 'vitest';
import { fillWeek, findBusiestHour } from './hours-of-week.ts';

test('missing hours are 0, and the week begins on Monday', () => {
  const hours = [
    { weekday: 1, hour: 0, total: 3, previous: 8 },
    { weekday: 7, hour: 23, total: 9, previous: 0 },
  ];
  const week = fillWeek(hours);
  expect(week.map((day) => day.length)).toEqual([24, 24, 24, 24, 24, 24, 24]);
  expect([week[0]?.[0], week[6]?.[23], week[3]?.[12]]).toEqual([3, 9, 0]);
  expect(fillWeek(hours, 'previous')[0]?.[0]).toBe(8);
  expect(findBusiestHour(week)).toBe('Sunday, 23:00 to 24:00');
});

test('a week without conversations has no busiest hour', () => {
  expect(findBusiestHour(fillWeek([]))).toBeUndefined();
});
