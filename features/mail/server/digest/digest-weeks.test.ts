import { expect, test } from 'vitest';
import { getDigestWeek } from './digest-weeks.ts';

const at = (instant: string, zone = 'Europe/Tallinn') => {
  const { dueAt, ...week } = getDigestWeek(Date.parse(instant), zone);
  return { ...week, dueAt: new Date(dueAt).toISOString() };
};

test('the digest is about the last whole week, and due on Monday at eight in the company’s zone', () => {
  const week = { first: '2026-11-16', until: '2026-11-23', name: '2026-W47', dueAt: '2026-11-23T06:00:00.000Z' };
  expect(at('2026-11-22T22:00:00Z')).toEqual(week);
  expect(at('2026-11-29T21:59:59Z')).toEqual(week);
  expect(at('2026-11-22T21:59:59Z').name).toBe('2026-W46');
});

test('eight is eight also on the Monday after clocks have changed', () => {
  expect(at('2026-03-30T12:00:00Z').dueAt).toBe('2026-03-30T05:00:00.000Z');
  expect(at('2026-10-26T12:00:00Z').dueAt).toBe('2026-10-26T06:00:00.000Z');
  expect(at('2026-10-26T12:00:00Z', 'America/New_York').dueAt).toBe('2026-10-26T12:00:00.000Z');
  // Cuba changes at midnight.
  expect(at('2026-03-09T20:00:00Z', 'America/Havana').dueAt).toBe('2026-03-09T12:00:00.000Z');
});

test.each([
  ['2027-01-04T12:00:00Z', '2026-W53'],
  ['2027-01-11T12:00:00Z', '2027-W01'],
  ['2026-01-05T12:00:00Z', '2026-W01'],
  ['2024-03-04T12:00:00Z', '2024-W09'],
])('weeks are named as ISO 8601 has it: %s', (instant, name) => {
  expect(at(instant).name).toBe(name);
});
