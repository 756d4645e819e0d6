import { addMonths, getDay, listDays } from '#contract/calendar/zones.ts';

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const firstMonth = '2010-01';

/** The month of an instant, as `2026-11`. */
export const toMonth = (instant: number, timeZone: string): string => getDay(instant, timeZone).slice(0, 7);

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

/** Every day of a month such as `2026-11`. */
export function listMonthDays(month: string): string[] {
  const first = `${month}-01`;
  return listDays(first, addMonths(first, 1), 'UTC');
}
