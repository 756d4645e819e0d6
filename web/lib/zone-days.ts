/**
 * Calendar days, written 'YYYY-MM-DD', and the instants at which they begin and end in a named IANA zone. Arithmetic
 * is on the calendar, so that a day with a clock change is one day like every other.
 */
export type CalendarDay = string;

const dayMs = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** The zone's clock at an instant, as if it were UTC, in epoch milliseconds. */
function readClock(instantMs: number, timeZone: string): number {
  const parts = Object.fromEntries(
    getFormatter(timeZone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((instantMs % 1000) + 1000) % 1000);
}

const toUtc = (day: CalendarDay): number => Date.parse(`${day}T00:00:00.000Z`);
const fromUtc = (ms: number): CalendarDay => new Date(ms).toISOString().slice(0, 10);

/** Whether a text is a day that the calendar has, between the years 2000 and 2099. */
export function isCalendarDay(text: unknown): text is CalendarDay {
  if (typeof text !== 'string' || !/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const ms = toUtc(text);
  return !Number.isNaN(ms) && fromUtc(ms) === text;
}

/** The day that the zone's calendar shows at an instant. */
export function toCalendarDay(instant: Date, timeZone: string): CalendarDay {
  return fromUtc(readClock(instant.getTime(), timeZone));
}

/** The first instant of a day: midnight, or the end of the gap where the clock skips midnight. */
export function getStartOfDay(day: CalendarDay, timeZone: string): Date {
  const midnight = toUtc(day);
  // A clock change on that day or beside it makes two offsets possible; the earliest that lands on the day is right.
  const candidates = [midnight - dayMs, midnight + dayMs]
    .map((near) => midnight - (readClock(near, timeZone) - near))
    .sort((a, b) => a - b)
    .map((ms) => new Date(ms));
  const [earliest = new Date(midnight)] = candidates;
  return candidates.find((candidate) => toCalendarDay(candidate, timeZone) === day) ?? earliest;
}

/** The last millisecond of a day. */
export function getEndOfDay(day: CalendarDay, timeZone: string): Date {
  return new Date(getStartOfDay(addDays(day, 1), timeZone).getTime() - 1);
}

export function addDays(day: CalendarDay, count: number): CalendarDay {
  return fromUtc(toUtc(day) + count * dayMs);
}

/** The first day of the month that lies `count` months after the day's own. */
export function getFirstOfMonth(day: CalendarDay, count = 0): CalendarDay {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`;
}

/** How many days lie from the first to the last, both counted. */
export function countDays(first: CalendarDay, last: CalendarDay): number {
  return Math.round((toUtc(last) - toUtc(first)) / dayMs) + 1;
}

/** 1 for Monday to 7 for Sunday. */
export function getWeekday(day: CalendarDay): number {
  return new Date(toUtc(day)).getUTCDay() || 7;
}
