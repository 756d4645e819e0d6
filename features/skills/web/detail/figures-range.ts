import type { RangeQuery } from '#features/insight/contract/analytics.ts';
import {
  addDays,
  addMonths,
  getDay,
  getEndOfDay,
  getMonth,
  getStartOfDay,
  type CalendarDay,
} from '#contract/calendar/zones.ts';

export const figureRanges = [
  { key: 'month', label: 'This month' },
  { key: 'last-month', label: 'Last month' },
  { key: '90-days', label: 'Last 90 days' },
  { key: '12-months', label: 'Last 12 months' },
] as const;
export type FigureRange = (typeof figureRanges)[number]['key'];

interface Days {
  first: CalendarDay;
  last: CalendarDay;
}

/** The range of the address; by default the present month. */
export function readFigureRange(search: object): FigureRange {
  const { range } = search as Record<string, unknown>;
  return figureRanges.find(({ key }) => key === range)?.key ?? 'month';
}

/** The days of a range in the company's time zone. */
export function getDays(range: FigureRange, timeZone: string, now: number): Days {
  const today = getDay(now, timeZone);
  const month = getMonth(today);
  const days: Readonly<Record<FigureRange, Days>> = {
    month: { first: month, last: today },
    'last-month': { first: addMonths(today, -1), last: addDays(month, -1) },
    '90-days': { first: addDays(today, -89), last: today },
    '12-months': { first: addMonths(today, -11), last: today },
  };
  return days[range];
}

/** From the first instant of the first day to the last millisecond of the last. */
export function toRangeQuery({ first, last }: Days, timeZone: string): RangeQuery {
  return {
    from: new Date(getStartOfDay(first, timeZone)).toISOString(),
    to: new Date(getEndOfDay(last, timeZone)).toISOString(),
  };
}
