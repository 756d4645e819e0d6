import { expect, test } from 'vitest';
import { getDay, getOffsetMs } from '#contract/calendar/zones.ts';
import { companyCasts, type CompanyCast } from './company-cast.ts';
import { planMonth } from './plan-month.ts';

const acme = companyCasts[0] as CompanyCast;
const startedAt = new Date('2026-11-21T15:00:00.000Z');
const plan = (month: string, age = 0.5) => planMonth(acme, { month, age, startedAt });
const getLocalHour = (date: Date) =>
  new Date(date.getTime() + getOffsetMs(date.getTime(), acme.timeZone)).getUTCHours();

test('conversations of a month lie in the month of the company’s time zone, across daylight saving', () => {
  const days = plan('2026-03-01').map(({ startsAt }) => getDay(startsAt.getTime(), acme.timeZone));
  expect(days.every((day) => day.startsWith('2026-03-'))).toBe(true);
  expect(new Set(days).size).toBeGreaterThan(22);
});

test('most conversations are on working days and in working hours', () => {
  const occasions = plan('2026-09-01');
  const weekend = occasions.filter(({ startsAt }) => [0, 6].includes(startsAt.getUTCDay()));
  const office = occasions.filter(({ startsAt }) => getLocalHour(startsAt) >= 7 && getLocalHour(startsAt) < 18);
  expect(weekend.length / occasions.length).toBeLessThan(0.08);
  expect(office.length / occasions.length).toBeGreaterThan(0.85);
});

test('later months have more conversations', () => {
  expect(plan('2026-09-01', 1).length).toBeGreaterThan(plan('2026-09-01', 0).length * 1.5);
});

test('a later start leaves earlier months unchanged', () => {
  const later = planMonth(acme, { month: '2026-09-01', age: 0.5, startedAt: new Date('2026-12-24T08:00:00.000Z') });
  expect(later.map(({ id, startsAt }) => [id, startsAt])).toEqual(
    plan('2026-09-01').map(({ id, startsAt }) => [id, startsAt]),
  );
});

test('a start right after midnight on the first of a month has each skill in that month', () => {
  const midnight = new Date('2026-10-31T22:00:05.000Z');
  const occasions = planMonth(acme, { month: '2026-11-01', age: 1, startedAt: midnight });
  expect(new Set(occasions.map(({ script }) => script?.skill))).toEqual(
    new Set(acme.scripts.map(({ skill }) => skill)),
  );
  for (const { startsAt } of occasions) {
    expect(startsAt.getTime()).toBeLessThanOrEqual(midnight.getTime());
    expect(getDay(startsAt.getTime(), acme.timeZone)).toBe('2026-11-01');
  }
});
