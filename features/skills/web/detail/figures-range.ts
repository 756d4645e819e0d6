import type { RangeQuery } from '#features/dashboard/contract/analytics.ts';
import { getDay, getEndOfDay, getStartOfDay } from '#contract/calendar/zones.ts';
import { datePresets, type DatePresetKey, type Days } from '#web/records/range/date-presets.ts';

/** The range of the address; by default the present month. */
export function readFigureRange(search: object): DatePresetKey {
  const { range } = search as Record<string, unknown>;
  return typeof range === 'string' && Object.hasOwn(datePresets, range) ? (range as DatePresetKey) : 'month';
}

/** The days of a range in the company's time zone. */
export const getDays = (range: DatePresetKey, timeZone: string, now: number): Days =>
  datePresets[range].toDays(getDay(now, timeZone));

/** From the first instant of the first day to the last millisecond of the last. */
export function toRangeQuery({ first, last }: Days, timeZone: string): RangeQuery {
  return {
    from: new Date(getStartOfDay(first, timeZone)).toISOString(),
    to: new Date(getEndOfDay(last, timeZone)).toISOString(),
  };
}
