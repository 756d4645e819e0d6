import { expect, test } from 'vitest';
import { getDays, readFigureRange, toRangeQuery } from './figures-range.ts';

const zone = 'Europe/Tallinn';
/** Already 1 March in Tallinn. */
const now = Date.parse('2026-02-28T22:30:00.000Z');

test.each([
  ['month', '2026-03-01', '2026-03-01'],
  ['last-month', '2026-02-01', '2026-02-28'],
  ['90-days', '2025-12-02', '2026-03-01'],
  ['12-months', '2025-04-01', '2026-03-01'],
] as const)('the range %s is counted in days of the company’s zone', (range, first, last) => {
  expect(getDays(range, zone, now)).toEqual({ first, last });
});

test('a range reaches from the first instant of its first day to the last of its last day', () => {
  expect(toRangeQuery({ first: '2026-03-01', last: '2026-03-31' }, zone)).toEqual({
    from: '2026-02-28T22:00:00.000Z',
    to: '2026-03-31T20:59:59.999Z',
  });
});

test('an address without a valid range is the present month', () => {
  expect(readFigureRange({})).toBe('month');
  expect(readFigureRange({ range: 'forever' })).toBe('month');
  expect(readFigureRange({ range: '90-days' })).toBe('90-days');
});
