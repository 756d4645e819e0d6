import { expect, test } from 'vitest';
import { addDays } from '#contract/calendar/zones.ts';
import { chooseStep, toTrendPoints } from './trend-points.ts';

const makeDays = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    date: addDays(first, index),
    requests: 2,
    conversations: 3,
    cost: 0.1,
  }));

test('days stay days as long as they can be told apart, then become weeks, then months', () => {
  expect(chooseStep(62)).toBe('day');
  expect(chooseStep(90)).toBe('week');
  expect(chooseStep(365)).toBe('month');
});

test('a week holds what lies of it in the range, and its cost is exact', () => {
  // A Saturday.
  const points = toTrendPoints(makeDays('2026-11-07', 9), 'week');
  expect(points.map(({ title, line, bar, cost }) => ({ title, line, bar, cost }))).toEqual([
    { title: 'November 7th, 2026 – November 8th, 2026', line: 4, bar: 6, cost: 0.2 },
    { title: 'November 9th, 2026 – November 15th, 2026', line: 14, bar: 21, cost: 0.7 },
  ]);
});

test('months carry their year under the axis, days their month', () => {
  expect(toTrendPoints(makeDays('2025-12-31', 2), 'month').map(({ label }) => label)).toEqual(['Dec 2025', 'Jan 2026']);
  expect(toTrendPoints(makeDays('2026-11-03', 1), 'day')[0]).toMatchObject({
    label: '3 Nov',
    title: 'November 3rd, 2026',
  });
});

test('no days make no points', () => {
  expect(toTrendPoints([], 'day')).toEqual([]);
});
