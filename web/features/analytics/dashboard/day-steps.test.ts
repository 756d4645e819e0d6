import { expect, test } from 'vitest';
import { addDays } from '#contract/calendar/zones.ts';
import { chooseStep, formatGroup, formatGroupShort, groupDays } from './day-steps.ts';

const days = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    date: addDays(first, index),
    messages: 10,
    conversations: 2,
    previous: { messages: 7, conversations: 1 },
  }));

test('a month is shown by days, a year by weeks, two years by months', () => {
  expect([1, 31, 62, 63, 366, 731].map(chooseStep)).toEqual(['day', 'day', 'day', 'week', 'week', 'month']);
});

test('weeks run from Monday, and the range cuts the first and the last', () => {
  const weeks = groupDays(days('2026-11-01', 10), 'week');
  expect(weeks).toEqual([
    {
      first: '2026-11-01',
      last: '2026-11-01',
      messages: 10,
      conversations: 2,
      previous: { messages: 7, conversations: 1 },
    },
    {
      first: '2026-11-02',
      last: '2026-11-08',
      messages: 70,
      conversations: 14,
      previous: { messages: 49, conversations: 7 },
    },
    {
      first: '2026-11-09',
      last: '2026-11-10',
      messages: 20,
      conversations: 4,
      previous: { messages: 14, conversations: 2 },
    },
  ]);
});

test('nothing is lost by taking days together', () => {
  for (const step of ['day', 'week', 'month'] as const) {
    const groups = groupDays(days('2024-12-05', 731), step);
    expect(groups.reduce((sum, { messages }) => sum + messages, 0)).toBe(7310);
    expect(groups.at(-1)?.last).toBe('2026-12-05');
  }
});

test('groups are named by their days', () => {
  const [week] = groupDays(days('2026-11-02', 7), 'week');
  expect(formatGroup(week!)).toBe('November 2nd, 2026 – November 8th, 2026');
  expect(formatGroupShort(week!, 'week')).toBe('2 Nov');
  expect(formatGroupShort(week!, 'month')).toBe('Nov 2026');
  const [day] = groupDays(days('2026-11-02', 1), 'day');
  expect(formatGroup(day!)).toBe('November 2nd, 2026');
});
