import { expect, test } from 'vitest';
import { getLatestRun, getNextRun, getReportDays, toInstants } from './report-schedule.ts';

const zone = 'Europe/Tallinn';
const at = (instant: string) => Date.parse(instant);
const latest = (schedule: { weekday: number | null; hour: number }, instant: string, where = zone) => {
  const { day, dueAt } = getLatestRun(schedule, at(instant), where);
  return [day, new Date(dueAt).toISOString()];
};

test('a weekly run is due at its hour of the company’s clocks, and until then the one of the week before', () => {
  const mondays = { weekday: 1, hour: 8 };
  expect(latest(mondays, '2026-11-23T05:59:59.999Z')).toEqual(['2026-11-16', '2026-11-16T06:00:00.000Z']);
  expect(latest(mondays, '2026-11-23T06:00:00Z')).toEqual(['2026-11-23', '2026-11-23T06:00:00.000Z']);
  expect(latest(mondays, '2026-11-30T05:59:00Z')).toEqual(['2026-11-23', '2026-11-23T06:00:00.000Z']);
  expect(latest({ weekday: 7, hour: 0 }, '2026-11-21T22:00:00Z')).toEqual(['2026-11-22', '2026-11-21T22:00:00.000Z']);
});

test('a monthly run is due on the first day of each month', () => {
  const monthly = { weekday: null, hour: 23 };
  expect(latest(monthly, '2026-12-01T20:59:00Z')).toEqual(['2026-11-01', '2026-11-01T21:00:00.000Z']);
  expect(latest(monthly, '2027-01-01T21:00:00Z')).toEqual(['2027-01-01', '2027-01-01T21:00:00.000Z']);
});

test('clock changes neither skip nor repeat a run', () => {
  const nights = { weekday: 7, hour: 3 };
  // At 3:00 the clocks go to 4:00.
  expect(latest(nights, '2026-03-29T01:00:00Z')).toEqual(['2026-03-29', '2026-03-29T01:00:00.000Z']);
  // The hour from 3:00 to 4:00 occurs twice.
  expect(latest(nights, '2026-10-25T00:00:00Z')).toEqual(['2026-10-25', '2026-10-25T00:00:00.000Z']);
  expect(latest(nights, '2026-10-25T01:30:00Z')).toEqual(['2026-10-25', '2026-10-25T00:00:00.000Z']);
  expect(new Date(getNextRun(nights, '2026-10-25', zone).dueAt).toISOString()).toBe('2026-11-01T01:00:00.000Z');
});

test('a company that changes its zone gets one run of a day', () => {
  const mondays = { weekday: 1, hour: 8 };
  const moved = `${zone} 2026-11-23T09:00:00Z America/Los_Angeles`;
  expect(latest(mondays, '2026-11-23T06:00:00Z', moved)[0]).toBe('2026-11-23');
  expect(latest(mondays, '2026-11-23T20:00:00Z', moved)[0]).toBe('2026-11-23');
  expect(getNextRun(mondays, '2026-11-23', moved)).toEqual({ day: '2026-11-30', dueAt: at('2026-11-30T16:00:00Z') });
});

test('the next run is the first day of the schedule after a day that may be of another schedule', () => {
  expect(getNextRun({ weekday: 3, hour: 8 }, '2026-11-23', zone).day).toBe('2026-11-25');
  expect(getNextRun({ weekday: null, hour: 8 }, '2026-11-23', zone).day).toBe('2026-12-01');
});

test('a report is of the whole week or month before its day, from the first to the last instant in the zone', () => {
  expect(getReportDays('week', '2026-11-25')).toEqual({ first: '2026-11-16', last: '2026-11-22' });
  expect(getReportDays('week', '2026-11-23')).toEqual({ first: '2026-11-16', last: '2026-11-22' });
  expect(getReportDays('month', '2027-01-01')).toEqual({ first: '2026-12-01', last: '2026-12-31' });
  expect(toInstants(getReportDays('week', '2026-10-26'), zone)).toEqual({
    from: '2026-10-18T21:00:00.000Z',
    to: '2026-10-25T21:59:59.999Z',
  });
});
