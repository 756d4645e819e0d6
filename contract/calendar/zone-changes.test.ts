import { expect, test } from 'vitest';
import { findPlannedChange, getChosenName, planZoneChange } from './zone-changes.ts';
import { getZoneName, isZoneName } from './zone-names.ts';
import { addDays, addMonths, fromClock, getDay, getMonth, getStartOfDay, listDays, toClock } from './zones.ts';

const hourMs = 3_600_000;
const plan = (zone: string, name: string, now: string) => planZoneChange(zone, name, Date.parse(now)) ?? 'refused';

test('a change counts from the first instant at which the next period has begun in both zones', () => {
  const now = '2026-11-22T12:00:00Z';
  const west = plan('Europe/Tallinn', 'America/Los_Angeles', now);
  expect(west).toBe('Europe/Tallinn 2026-12-01T08:00:00Z America/Los_Angeles');
  const east = plan('Europe/Tallinn', 'Asia/Tokyo', now);
  expect(east).toBe('Europe/Tallinn 2026-11-30T22:00:00Z Asia/Tokyo');
  const clockAt = (instant: string, zone: string) => new Date(toClock(Date.parse(instant), zone)).toISOString();
  expect(clockAt('2026-11-30T21:59:00Z', west)).toBe('2026-11-30T23:59:00.000Z');
  expect(clockAt('2026-12-01T07:59:00Z', west)).toBe('2026-12-01T09:59:00.000Z');
  expect(clockAt('2026-12-01T08:00:00Z', west)).toBe('2026-12-01T00:00:00.000Z');
  expect(clockAt('2026-11-30T22:00:00Z', east)).toBe('2026-12-01T07:00:00.000Z');
  expect(getZoneName(west, Date.parse('2026-12-01T07:59:59Z'))).toBe('Europe/Tallinn');
  expect(getZoneName(west, Date.parse('2026-12-01T08:00:00Z'))).toBe('America/Los_Angeles');
});

test('a planned change is replaced or taken back, one whose period has begun stays', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  const planned = plan('Europe/Tallinn', 'America/Los_Angeles', '2026-11-22T12:00:00Z');
  expect(findPlannedChange(planned, now)).toMatchObject({ name: 'America/Los_Angeles', from: '2026-12-01' });
  expect(planZoneChange(planned, 'Asia/Tokyo', now)).toBe('Europe/Tallinn 2026-11-30T22:00:00Z Asia/Tokyo');
  expect(planZoneChange(planned, 'America/Los_Angeles', now)).toBe(planned);
  expect(planZoneChange(planned, 'Europe/Tallinn', now)).toBe('Europe/Tallinn');
  // December has begun in Tallinn, so that the change is no longer a plan.
  const seam = Date.parse('2026-12-01T01:00:00Z');
  expect(findPlannedChange(planned, seam)).toBeUndefined();
  const back = planZoneChange(planned, 'Europe/Tallinn', seam) ?? '';
  expect(back).toBe(`${planned} 2027-01-01T08:00:00Z Europe/Tallinn`);
  expect(getChosenName(back)).toBe('Europe/Tallinn');
  expect(planZoneChange('Pacific/Kiritimati', 'Pacific/Pago_Pago', now)).toBeUndefined();
  expect(planZoneChange('Pacific/Pago_Pago', 'Pacific/Kiritimati', now)).toBeUndefined();
});

const zones = [
  'Europe/Tallinn',
  'America/Los_Angeles',
  'America/Havana',
  'Asia/Tokyo',
  'Asia/Kathmandu',
  'Pacific/Auckland',
];
// Summer time ends in Havana on the night before 1 November 2026, and in October elsewhere.
const months = ['2026-04-01', '2026-10-01', '2026-11-01', '2026-12-01'];

/** Every hour between the starts of two days lies in its own day, and days follow each other. */
function checkDays(zone: string, from: number, until: number) {
  for (let at = from, day = ''; at < until; at += hourMs * 0.75) {
    const next = getDay(at, zone);
    const isInside = getStartOfDay(next, zone) <= at && at < getStartOfDay(addDays(next, 1), zone);
    if (next < day || !isInside) throw new Error(`${zone}: ${new Date(at).toISOString()} is on ${next}, after ${day}.`);
    day = next;
  }
}

const pairs = zones.flatMap((old) => zones.filter((name) => name !== old).map((name) => [old, name] as const));

test.each(pairs)('from %s to %s every hour belongs to one day and month, in order and without a gap', (old, name) => {
  for (const month of months) {
    const zone = planZoneChange(old, name, getStartOfDay(month, old) - 240 * hourMs) ?? 'refused';
    const [first, last] = [addDays(month, -2), addDays(month, 3)];
    const [from, until] = [getStartOfDay(first, old), getStartOfDay(last, name)];
    checkDays(zone, from, until);
    // The period ends and the next begins where they do in the old zone.
    expect([zone, getStartOfDay(month, zone)]).toEqual([zone, getStartOfDay(month, old)]);
    const lengths = listDays(first, last, zone).map(
      (day) => getStartOfDay(addDays(day, 1), zone) - getStartOfDay(day, zone),
    );
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(until - from);
    expect(getMonth(getDay(getStartOfDay(addMonths(month, 1), zone) - 1, zone))).toBe(month);
  }
});

test('a clock time that a change of the zone skips lies as long after the change', () => {
  const zone = plan('Europe/Tallinn', 'Asia/Tokyo', '2026-11-22T12:00:00Z');
  const at = (clock: string) => new Date(fromClock(Date.parse(`${clock}Z`), zone)).toISOString();
  expect(at('2026-12-01T00:30:00')).toBe('2026-11-30T22:30:00.000Z');
  expect(at('2026-12-01T07:00:00')).toBe('2026-11-30T22:00:00.000Z');
  expect(at('2026-11-30T23:00:00')).toBe('2026-11-30T21:00:00.000Z');
});

test('only names of zones are names of zones', () => {
  expect(['Europe/Tallinn', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+12'].filter(isZoneName)).toHaveLength(4);
  expect(['', '+02:00', 'Mars/Base', 'Europe/Tallinn ', `UTC 2026-12-01T08:00:00Z UTC`].filter(isZoneName)).toEqual([]);
});
