import { formatLongDay, formatShortDay } from './formats.ts';
import { addDays, getMonth, getWeekday, type CalendarDay } from './zones.ts';

/** The length of one point on a chart's axis. */
export type DayStep = 'day' | 'week' | 'month';

/** The days of a range that lie in one step; the range may cut the first and the last step. */
export interface DayGroup<Day> {
  /** First day of the group, unique among the groups. */
  key: CalendarDay;
  /** '3 Nov', or 'Nov 2026' of a month. */
  label: string;
  /** 'November 3rd, 2026', or both ends of a longer group. */
  title: string;
  days: readonly Day[];
}

/** More days or weeks than these can not be distinguished on a chart. */
const mostDays = 62;
const mostWeeks = 60;

export function chooseStep(dayCount: number, weekLimit = mostWeeks): DayStep {
  if (dayCount <= mostDays) return 'day';
  return dayCount <= weekLimit * 7 ? 'week' : 'month';
}

/** Groups days by step, oldest first. Weeks begin on Monday. */
export function groupDays<Day extends { date: CalendarDay }>(days: readonly Day[], step: DayStep): DayGroup<Day>[] {
  const groups = Map.groupBy(days, ({ date }) => getGroupStart(date, step));
  return [...groups.values()].map((group) => {
    const first = group[0]?.date ?? '';
    const last = group.at(-1)?.date ?? first;
    return { key: first, label: toLabel(first, step), title: toTitle(first, last), days: group };
  });
}

function getGroupStart(day: CalendarDay, step: DayStep): CalendarDay {
  if (step === 'day') return day;
  return step === 'week' ? addDays(day, 1 - getWeekday(day)) : getMonth(day);
}

const toTitle = (first: CalendarDay, last: CalendarDay) =>
  first === last ? formatLongDay(first) : `${formatLongDay(first)} – ${formatLongDay(last)}`;

function toLabel(first: CalendarDay, step: DayStep): string {
  const [day = '', month = '', year = ''] = formatShortDay(first).split(' ');
  return step === 'month' ? `${month} ${year}` : `${day} ${month}`;
}

/** The sum of one count over the days of a group. */
export const sumDays = <Day>({ days }: DayGroup<Day>, count: (day: Day) => number): number =>
  days.reduce((sum, day) => sum + count(day), 0);
