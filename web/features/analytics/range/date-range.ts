import {
  addDays,
  getEndOfDay,
  getFirstOfMonth,
  getStartOfDay,
  isCalendarDay,
  toCalendarDay,
} from '../../../lib/zone-days.ts';
import type { CalendarDay } from '../../../lib/zone-days.ts';

/** From the first instant of a day to the last millisecond of a day, in the company's zone. */
export interface DateRange {
  from: Date;
  to: Date;
}

/** What the address holds of a range: both days of it, or nothing where it is the present month. */
export interface DateRangeSearch {
  from?: CalendarDay;
  to?: CalendarDay;
}

interface Days {
  first: CalendarDay;
  last: CalendarDay;
}

export interface DateRangePreset {
  label: string;
  range: DateRange;
}

export function toDateRange({ first, last }: Days, timeZone: string): DateRange {
  return { from: getStartOfDay(first, timeZone), to: getEndOfDay(last, timeZone) };
}

export function toDays({ from, to }: DateRange, timeZone: string): Days {
  return { first: toCalendarDay(from, timeZone), last: toCalendarDay(to, timeZone) };
}

export function isSameRange(a: DateRange, b: DateRange): boolean {
  return a.from.getTime() === b.from.getTime() && a.to.getTime() === b.to.getTime();
}

function getDefaultDays(timeZone: string, now: Date): Days {
  const today = toCalendarDay(now, timeZone);
  return { first: getFirstOfMonth(today), last: today };
}

/** The range of an address (section 3): without one, from the start of the present month to the end of today. */
export function readDateRange(search: object, timeZone: string, now: Date): DateRange {
  const { from, to } = search as Record<string, unknown>;
  const usual = getDefaultDays(timeZone, now);
  const first = isCalendarDay(from) ? from : undefined;
  const last = isCalendarDay(to) ? to : undefined;
  if (first === undefined && last === undefined) return toDateRange(usual, timeZone);
  const days = { first: first ?? getFirstOfMonth(last ?? usual.last), last: last ?? usual.last };
  // An address with its days the wrong way round means the days between them.
  const ordered = days.first <= days.last ? days : { first: days.last, last: days.first };
  return toDateRange(ordered, timeZone);
}

/** What the address holds for a range. `{}` for the present month, so that its address stays bare. */
export function writeDateRange(range: DateRange, timeZone: string, now: Date): DateRangeSearch {
  const { first, last } = toDays(range, timeZone);
  const usual = getDefaultDays(timeZone, now);
  return first === usual.first && last === usual.last ? {} : { from: first, to: last };
}

/** The ranges that people ask for most, as they stand today. */
export function getPresets(timeZone: string, now: Date): DateRangePreset[] {
  const today = toCalendarDay(now, timeZone);
  const month = getFirstOfMonth(today);
  const presets: [string, CalendarDay, CalendarDay][] = [
    ['This month', month, today],
    ['Last month', getFirstOfMonth(today, -1), addDays(month, -1)],
    ['Last 7 days', addDays(today, -6), today],
    ['Last 30 days', addDays(today, -29), today],
    ['Last 12 months', getFirstOfMonth(today, -11), today],
  ];
  return presets.map(([label, first, last]) => ({ label, range: toDateRange({ first, last }, timeZone) }));
}
