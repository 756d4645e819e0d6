import { addDays, addMonths, getDay, listDays } from '#contract/calendar/zones.ts';

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const firstMonth = '2010-01';

/** The month of an instant, as `2026-11`. */
export const toMonth = (instant: number, timeZone: string): string => getDay(instant, timeZone).slice(0, 7);

/** The earlier month of the address; undefined for the present month, months to come and malformed ones. */
export function parsePeriod(search: object, presentMonth: string): string | undefined {
  const { period } = search as Record<string, unknown>;
  if (typeof period !== 'string' || !monthPattern.test(period)) return undefined;
  return period >= firstMonth && period < presentMonth ? period : undefined;
}

/** Every day of a month such as `2026-11`. */
export function listMonthDays(month: string): string[] {
  const first = `${month}-01`;
  return listDays(first, addMonths(first, 1), 'UTC');
}

/** First and last day of the month that the page shows. */
export function toMonthDays({ period, presentMonth }: { period: string | undefined; presentMonth: string }) {
  const first = `${period ?? presentMonth}-01`;
  return { from: first, to: addDays(addMonths(first, 1), -1) };
}
