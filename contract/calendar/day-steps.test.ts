import { expect, test } from 'vitest';
import { chooseStep, groupDays, sumDays } from './day-steps.ts';
import { addDays } from './zones.ts';

const listDays = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ date: addDays(first, index), messages: 10 }));

test('62 days are single days, then weeks up to the limit, then months', () => {
  expect([1, 62, 63, 420, 421].map((count) => chooseStep(count))).toEqual(['day', 'day', 'week', 'week', 'month']);
  expect([182, 183].map((count) => chooseStep(count, 26))).toEqual(['week', 'month']);
});

test('weeks run from Monday, and the range cuts the first and the last', () => {
  const weeks = groupDays(listDays('2026-11-01', 10), 'week');
  expect(weeks.map(({ key, days }) => [key, days.length])).toEqual([
    ['2026-11-01', 1],
    ['2026-11-02', 7],
    ['2026-11-09', 2],
  ]);
});

test.each(['day', 'week', 'month'] as const)('every day is in one %s', (step) => {
  const groups = groupDays(listDays('2024-12-05', 731), step);
  expect(groups.reduce((sum, group) => sum + sumDays(group, ({ messages }) => messages), 0)).toBe(7310);
  expect(groups.at(-1)?.days.at(-1)?.date).toBe('2026-12-05');
});

test('titles have every word, labels the day or the month with its year', () => {
  const [week] = groupDays(listDays('2026-11-02', 7), 'week');
  expect(week).toMatchObject({ label: '2 Nov', title: 'November 2nd, 2026 – November 8th, 2026' });
  const [day] = groupDays(listDays('2026-11-03', 1), 'day');
  expect(day).toMatchObject({ label: '3 Nov', title: 'November 3rd, 2026' });
  expect(groupDays(listDays('2025-12-31', 2), 'month').map(({ label }) => label)).toEqual(['Dec 2025', 'Jan 2026']);
});

test('no days make no groups', () => {
  expect(groupDays([], 'day')).toEqual([]);
});
