import {
  addDays,
  addMonths,
  dayMs,
  fromClock,
  getDay,
  getMonth,
  getStartOfDay,
  getWeekday,
  toDayNumber,
  type CalendarDay,
} from '#contract/calendar/zones.ts';
import type { ReportPeriod } from '#features/mail/contract/report-values.ts';

const hourMs = 60 * 60 * 1000;
const weekLength = 7;

/** When a report is sent, by the clocks of the company's zone. */
export interface ReportSchedule {
  /** 1 is Monday; null for the first day of each month. */
  readonly weekday: number | null;
  readonly hour: number;
}

/** One time at which a report is due. */
export interface ReportRun {
  readonly day: CalendarDay;
  /** In milliseconds since 1970. */
  readonly dueAt: number;
}

/* A run is known by its day, so that neither a clock change nor another zone of the company makes two of one. */

/** The last run that is due at an instant. */
export function getLatestRun(schedule: ReportSchedule, instant: number, zone: string): ReportRun {
  const run = toRun(schedule, findRunDay(schedule, getDay(instant, zone)), zone);
  return run.dueAt <= instant ? run : toRun(schedule, step(schedule, run.day, -1), zone);
}

/** The first run after a day. */
export function getNextRun(schedule: ReportSchedule, doneDay: CalendarDay, zone: string): ReportRun {
  return toRun(schedule, step(schedule, findRunDay(schedule, doneDay), 1), zone);
}

/** The last day of the schedule up to a day. */
function findRunDay({ weekday }: ReportSchedule, day: CalendarDay): CalendarDay {
  if (weekday === null) return getMonth(day);
  return addDays(day, -((getWeekday(day) - weekday + weekLength) % weekLength));
}

const step = ({ weekday }: ReportSchedule, day: CalendarDay, count: 1 | -1) =>
  weekday === null ? addMonths(day, count) : addDays(day, count * weekLength);

/** An hour that a clock change skips is as much later; of one that occurs twice, the first counts. */
const toRun = ({ hour }: ReportSchedule, day: CalendarDay, zone: string): ReportRun => ({
  day,
  dueAt: fromClock(toDayNumber(day) * dayMs + hour * hourMs, zone),
});

/** The days of a report, both included. */
export interface ReportDays {
  readonly first: CalendarDay;
  readonly last: CalendarDay;
}

/** The whole week or month before the day of a run. */
export function getReportDays(period: ReportPeriod, day: CalendarDay): ReportDays {
  if (period === 'month') {
    const month = getMonth(day);
    return { first: addMonths(month, -1), last: addDays(month, -1) };
  }
  const monday = addDays(day, 1 - getWeekday(day));
  return { first: addDays(monday, -weekLength), last: addDays(monday, -1) };
}

/** The same days as the API of figures asks for them. */
export const toInstants = ({ first, last }: ReportDays, zone: string) => ({
  from: new Date(getStartOfDay(first, zone)).toISOString(),
  to: new Date(getStartOfDay(addDays(last, 1), zone) - 1).toISOString(),
});
