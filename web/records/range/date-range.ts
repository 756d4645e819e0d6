import {
  getDay,
  getEndOfDay,
  getMonth,
  getStartOfDay,
  isCalendarDay,
  type CalendarDay,
} from '#contract/calendar/zones.ts';
import { datePresets, type Days } from './date-presets.ts';

/** From the first instant of a day to the last millisecond of a day in the company's zone, in milliseconds since 1970. */
export interface DateRange {
  from: number;
  to: number;
}

/** Both days of a range in the address; empty for the present month. */
export interface DateRangeSearch {
  from?: CalendarDay;
  to?: CalendarDay;
}

export interface DateRangePreset {
  label: string;
  range: DateRange;
}

export function toDateRange({ first, last }: Days, timeZone: string): DateRange {
  return { from: getStartOfDay(first, timeZone), to: getEndOfDay(last, timeZone) };
}

export function toDays({ from, to }: DateRange, timeZone: string): Days {
  return { first: getDay(from, timeZone), last: getDay(to, timeZone) };
}

export function isSameRange(a: DateRange, b: DateRange): boolean {
  return a.from === b.from && a.to === b.to;
}

function getDefaultDays(timeZone: string, now: number): Days {
  const today = getDay(now, timeZone);
  return { first: getMonth(today), last: today };
}

/** The range of an address (section 3): without one, from the start of the present month to the end of today. */
export function parseDateRange(search: object, timeZone: string, now: number): DateRange {
  const { from, to } = search as Record<string, unknown>;
  const usual = getDefaultDays(timeZone, now);
  const first = isCalendarDay(from) ? from : undefined;
  const last = isCalendarDay(to) ? to : undefined;
  if (first === undefined && last === undefined) return toDateRange(usual, timeZone);
  const days = { first: first ?? getMonth(last ?? usual.last), last: last ?? usual.last };
  // Days in the wrong order are taken in the right one.
  const ordered = days.first <= days.last ? days : { first: days.last, last: days.first };
  return toDateRange(ordered, timeZone);
}

/** The present month is `{}`, so that its address stays bare. */
export function toDateRangeSearch(range: DateRange, timeZone: string, now: number): DateRangeSearch {
  const { first, last } = toDays(range, timeZone);
  const usual = getDefaultDays(timeZone, now);
  return first === usual.first && last === usual.last ? {} : { from: first, to: last };
}

export function getPresets(timeZone: string, now: number): DateRangePreset[] {
  const today = getDay(now, timeZone);
  return Object.values(datePresets).map((preset) => ({
    label: preset.label,
    range: toDateRange(preset.toDays(today), timeZone),
  }));
}
