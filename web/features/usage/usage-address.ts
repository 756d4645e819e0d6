import { getFirstOfMonth, toCalendarDay } from '../../lib/zone-days.ts';

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const firstMonth = '2010-01';

/** The month of an instant, as `2026-11`. */
export const toMonth = (instant: Date, timeZone: string): string => toCalendarDay(instant, timeZone).slice(0, 7);

/** The earlier month that the address asks for; the present one, one to come and what is none are left out. */
export function readPeriod(search: object, presentMonth: string): string | undefined {
  const { period } = search as Record<string, unknown>;
  if (typeof period !== 'string' || !monthPattern.test(period)) return undefined;
  return period >= firstMonth && period < presentMonth ? period : undefined;
}

/** The skill whose requests the address has open. */
export function readSkillId(search: object): string | undefined {
  const { skill } = search as Record<string, unknown>;
  return typeof skill === 'string' && skill !== '' ? skill : undefined;
}

/** 'November 2026' */
export function formatMonth(month: string): string {
  const first = new Date(`${month}-01T00:00:00.000Z`);
  return `${first.toLocaleString('en', { month: 'long', timeZone: 'UTC' })} ${month.slice(0, 4)}`;
}

/** The days of a period, of which its answer holds those that are past. */
export function listMonthDays(month: string): string[] {
  const first = `${month}-01`;
  const next = Date.parse(`${getFirstOfMonth(first, 1)}T00:00:00.000Z`);
  const days: string[] = [];
  for (let day = Date.parse(`${first}T00:00:00.000Z`); day < next; day += 86_400_000) {
    days.push(new Date(day).toISOString().slice(0, 10));
  }
  return days;
}
