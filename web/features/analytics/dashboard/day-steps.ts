import type { AnalyticsStats } from '#contract/analytics/analytics.ts';
import { formatLongDay } from '#contract/calendar/formats.ts';
import { getMonth, addDays, getWeekday } from '#contract/calendar/zones.ts';
import type { CalendarDay } from '#contract/calendar/zones.ts';

export type DayStep = 'day' | 'week' | 'month';

interface Counts {
  messages: number;
  conversations: number;
}

export interface DayGroup extends Counts {
  first: CalendarDay;
  last: CalendarDay;
  /** Of the days as far into the previous period. */
  previous: Counts;
}

/** More points than this can not be told apart. */
const mostDays = 62;
const mostWeeks = 60;

/** Single days as long as they can be told apart, then weeks, then months. */
export function chooseStep(dayCount: number): DayStep {
  if (dayCount <= mostDays) return 'day';
  return dayCount <= mostWeeks * 7 ? 'week' : 'month';
}

function getGroupStart(day: CalendarDay, step: DayStep): CalendarDay {
  if (step === 'day') return day;
  return step === 'week' ? addDays(day, 1 - getWeekday(day)) : getMonth(day);
}

const addCounts = (known: Counts | undefined, { messages, conversations }: Counts): Counts => ({
  messages: (known?.messages ?? 0) + messages,
  conversations: (known?.conversations ?? 0) + conversations,
});

/** The days of a range taken together by step, oldest first. The first and the last group may be cut by the range. */
export function groupDays(days: AnalyticsStats['messagesByDate'], step: DayStep): DayGroup[] {
  const groups = new Map<CalendarDay, DayGroup>();
  for (const { date, ...day } of days) {
    const start = getGroupStart(date, step);
    const known = groups.get(start);
    groups.set(start, {
      first: known?.first ?? date,
      last: date,
      ...addCounts(known, day),
      previous: addCounts(known?.previous, day.previous),
    });
  }
  return [...groups.values()];
}

const formatDay = formatLongDay;

/** 'November 3rd, 2026', or both ends of a longer group. */
export function formatGroup({ first, last }: DayGroup): string {
  return first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`;
}

/** '3 Nov' under the axis; months with their year. */
export function formatGroupShort({ first }: DayGroup, step: DayStep): string {
  const [month = '', dayAndYear = ''] = formatDay(first).split(' ', 2);
  const short = month.slice(0, 3);
  return step === 'month' ? `${short} ${first.slice(0, 4)}` : `${Number.parseInt(dayAndYear, 10)} ${short}`;
}
