import { expect, test } from 'vitest';
import { addDays } from '#contract/calendar/zones.ts';
import { getDigestSpan, toDigestFacts, type DigestRow } from './digest-facts.ts';

const zone = 'Europe/Tallinn';
/** Monday, 23 November 2026, at eight in the morning. */
const span = getDigestSpan(Date.parse('2026-11-23T06:00:00Z'), zone);
const empty: DigestRow = { sums: [], limit: null, firstDay: null, invoices: { open: 0, overdue: 0, total: 0 } };
/** @param cents the price of one request */
const sum = (day: string, cents: number, id = 'leave') => ({
  day,
  id,
  name: id.slice(0, 5),
  price: cents * 100,
  requests: 1,
});

test('a digest looks at the two weeks, the month and what the forecast goes by', () => {
  expect(span).toMatchObject({
    today: '2026-11-23',
    month: '2026-11-01',
    weekBefore: '2026-11-09',
    until: '2026-12-01',
  });
  expect(span.first).toBe(addDays('2026-11-23', -56));
});

test('the week ends on Sunday, and every day counts in the week that it lies in', () => {
  const days = [
    ['2026-11-08', 1],
    ['2026-11-09', 10],
    ['2026-11-15', 10],
    ['2026-11-16', 100],
    ['2026-11-22', 100],
    ['2026-11-23', 1000],
  ] as const;
  const facts = toDigestFacts({ ...empty, sums: days.map(([day, total]) => sum(day, total)) }, span, zone);
  expect(facts).toMatchObject({ spent: 20_000, spentWeekBefore: 2000, spentInMonth: 122_100 });
  expect(facts.week).toEqual({ first: '2026-11-16', last: '2026-11-22' });
});

test('the five most expensive skills are named, two of one name apart', () => {
  const sums = [sum('2026-11-16', 5, 'trips-1'), sum('2026-11-17', 5, 'trips-1'), sum('2026-11-17', 7, 'trips-2')];
  const cheap = [1, 2, 3, 4].map((total) => sum('2026-11-18', total, `skill-${total}`));
  const { topSkills } = toDigestFacts({ ...empty, sums: [...sums, ...cheap] }, span, zone);
  expect(topSkills.map(({ total }) => total)).toEqual([1000, 700, 400, 300, 200]);
});

test('a skill is rounded once for each price of the week', () => {
  const half = { ...sum('2026-11-16', 0), price: 50 };
  const sums = [half, { ...half, day: '2026-11-17', requests: 2 }, { ...half, id: 'other' }];
  expect(toDigestFacts({ ...empty, sums }, span, zone)).toMatchObject({ spent: 300, topSkills: [{ total: 200 }, {}] });
});

test('without days enough there is no forecast, with them it holds at least what is spent', () => {
  expect(toDigestFacts(empty, span, zone).forecast).toBeUndefined();
  const days = Array.from({ length: 30 }, (_, place) => addDays('2026-10-24', place));
  const row = { ...empty, sums: days.map((day) => sum(day, 100)), firstDay: '2026-10-24' };
  expect(toDigestFacts(row, span, zone)).toMatchObject({ spentInMonth: 220_000, forecast: { total: 300_000 } });
});
