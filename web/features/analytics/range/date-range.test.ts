import { expect, test } from 'vitest';
import { getPresets, readDateRange, toDays, writeDateRange } from './date-range.ts';

const zone = 'Europe/Tallinn';
// In Tallinn it is already the 21st.
const now = new Date('2026-11-20T22:30:00.000Z');
const read = (search: object) => toDays(readDateRange(search, zone, now), zone);

test('without an address the range is the start of the present month to the end of today, in the company’s zone', () => {
  const range = readDateRange({}, zone, now);
  expect(range.from.toISOString()).toBe('2026-10-31T22:00:00.000Z');
  expect(range.to.toISOString()).toBe('2026-11-21T21:59:59.999Z');
  expect(writeDateRange(range, zone, now)).toEqual({});
});

test('an address holds both days, and comes back as it was', () => {
  const search = { from: '2026-03-28', to: '2026-03-29' };
  expect(writeDateRange(readDateRange(search, zone, now), zone, now)).toEqual(search);
});

test('what an address leaves out or spoils is filled in, and days the wrong way round are put in order', () => {
  expect(read({ from: '2026-10-05' })).toEqual({ first: '2026-10-05', last: '2026-11-21' });
  expect(read({ to: '2026-10-05' })).toEqual({ first: '2026-10-01', last: '2026-10-05' });
  expect(read({ from: '2026-10-09', to: '2026-10-05' })).toEqual({ first: '2026-10-05', last: '2026-10-09' });
  expect(read({ from: 'soon', to: ['2026-10-05'] })).toEqual({ first: '2026-11-01', last: '2026-11-21' });
});

test('the usual ranges end today, and last month on its last day', () => {
  const presets = getPresets(zone, now).map(({ label, range }) => [label, ...Object.values(toDays(range, zone))]);
  expect(presets).toEqual([
    ['This month', '2026-11-01', '2026-11-21'],
    ['Last month', '2026-10-01', '2026-10-31'],
    ['Last 7 days', '2026-11-15', '2026-11-21'],
    ['Last 30 days', '2026-10-23', '2026-11-21'],
    ['Last 12 months', '2025-12-01', '2026-11-21'],
  ]);
});
