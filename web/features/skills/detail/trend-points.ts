import type { SkillFigures } from '#contract/skills/skill-figures.ts';
import { formatLongDay } from '#contract/calendar/formats.ts';
import { addDays, getMonth, getWeekday } from '#contract/calendar/zones.ts';
import type { CalendarDay } from '#contract/calendar/zones.ts';
import type { BarLinePoint } from '../../../ui/charts/bar-line-layout.ts';
import { addEuros } from '../skill-money.ts';

export type TrendStep = 'day' | 'week' | 'month';

/** One place of the trend: a day, or the days of a week or month as far as they lie in the range. */
export interface TrendPoint extends BarLinePoint {
  cost: number;
}

/** More points than these can not be told apart. */
const mostDays = 62;
const mostWeekDays = 26 * 7;

export function chooseStep(dayCount: number): TrendStep {
  if (dayCount <= mostDays) return 'day';
  return dayCount <= mostWeekDays ? 'week' : 'month';
}

function getStart(day: CalendarDay, step: TrendStep): CalendarDay {
  if (step === 'day') return day;
  return step === 'week' ? addDays(day, 1 - getWeekday(day)) : getMonth(day);
}

const formatDay = formatLongDay;

/** Days taken together by step, oldest first: requests as the line, conversations as bars. */
export function toTrendPoints(days: SkillFigures['days'], step: TrendStep): TrendPoint[] {
  const groups = new Map<CalendarDay, SkillFigures['days']>();
  for (const day of days) {
    const start = getStart(day.date, step);
    groups.set(start, [...(groups.get(start) ?? []), day]);
  }
  return [...groups.values()].map((group) => toPoint(group, step));
}

function toPoint(group: SkillFigures['days'], step: TrendStep): TrendPoint {
  const first = group[0]?.date ?? '';
  const last = group.at(-1)?.date ?? first;
  const sum = (count: 'requests' | 'conversations') => group.reduce((total, day) => total + day[count], 0);
  return {
    key: first,
    label: formatShort(first, step),
    title: first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`,
    line: sum('requests'),
    bar: sum('conversations'),
    cost: group.reduce((total, { cost }) => addEuros(total, cost), 0),
  };
}

/** '3 Nov' under the axis; months with their year. */
function formatShort(first: CalendarDay, step: TrendStep): string {
  const month = formatDay(first).slice(0, 3);
  return step === 'month' ? `${month} ${first.slice(0, 4)}` : `${Number(first.slice(-2))} ${month}`;
}
