import { toClock, type CalendarDay } from './zones.ts';

/**
 * Dates in English, whatever the locale of the machine. The formats of instants are those of section 9; an instant that
 * can not be parsed formats as an empty text.
 */
export type Moment = string | number | Date;

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

interface Parts {
  year: string;
  month: string;
  day: number;
  hour: number;
  minute: string;
  second: string;
}

/** @param clock the instant at which UTC has the clock time */
function toParts(clock: number): Parts {
  const date = new Date(clock);
  const pad = (number: number) => String(number).padStart(2, '0');
  return {
    year: String(date.getUTCFullYear()),
    month: monthNames[date.getUTCMonth()] ?? '',
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: pad(date.getUTCMinutes()),
    second: pad(date.getUTCSeconds()),
  };
}

function findParts(moment: Moment, zone: string): Parts | undefined {
  const instant = new Date(moment).getTime();
  return Number.isNaN(instant) ? undefined : toParts(toClock(instant, zone));
}

/** 'D MMM YYYY, H:mm:ss', for example '5 Jan 2020, 13:45:00'. */
export function formatDateTime(moment: Moment, zone: string): string {
  const parts = findParts(moment, zone);
  if (!parts) return '';
  const { day, month, year, hour, minute, second } = parts;
  return `${day} ${month.slice(0, 3)} ${year}, ${hour}:${minute}:${second}`;
}

/** 'H:mm', the time beside a message. */
export function formatTime(moment: Moment, zone: string): string {
  const parts = findParts(moment, zone);
  return parts ? `${parts.hour}:${parts.minute}` : '';
}

/** 'MMMM Do, YYYY', for example 'January 5th, 2020'. */
export function formatLongDate(moment: Moment, zone: string): string {
  const parts = findParts(moment, zone);
  return parts ? `${parts.month} ${toOrdinal(parts.day)}, ${parts.year}` : '';
}

function toOrdinal(day: number): string {
  const isTeen = day >= 11 && day <= 13;
  const suffix = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${suffix}`;
}

/** 'January 5th, 2020' of a calendar day. */
export const formatLongDay = (day: CalendarDay): string => formatLongDate(day, 'UTC');

/** '5 January 2020' of a calendar day. */
export function formatDay(day: CalendarDay): string {
  const { day: place, month, year } = toParts(Date.parse(day));
  return `${place} ${month} ${year}`;
}

/** '5 Jan 2020' of a calendar day. */
export function formatShortDay(day: CalendarDay): string {
  const { day: place, month, year } = toParts(Date.parse(day));
  return `${place} ${month.slice(0, 3)} ${year}`;
}

/** '5 Jan 2020' of an instant. */
export function formatShortDate(moment: Moment, zone: string): string {
  const parts = findParts(moment, zone);
  return parts ? `${parts.day} ${parts.month.slice(0, 3)} ${parts.year}` : '';
}

/** '10–31 Oct 2026', '10 Oct – 5 Nov 2026' or '20 Dec 2025 – 3 Jan 2026'. */
export function formatShortRange({ from, to }: { from: Moment; to: Moment }, zone: string): string {
  const [first, last] = [findParts(from, zone), findParts(to, zone)];
  if (!first || !last) return '';
  const end = `${last.day} ${last.month.slice(0, 3)} ${last.year}`;
  const start = `${first.day} ${first.month.slice(0, 3)}`;
  if (first.year !== last.year) return `${start} ${first.year} – ${end}`;
  if (first.month !== last.month) return `${start} – ${end}`;
  return first.day === last.day ? end : `${first.day}–${end}`;
}

/** 'January 2020' of a calendar day, or of a month such as `2020-01`. */
export function formatMonth(day: string): string {
  const { month, year } = toParts(Date.parse(day.slice(0, 7)));
  return `${month} ${year}`;
}

/** 'Jan 2020' of a calendar day, or of a month such as `2020-01`. */
export function formatShortMonth(day: string): string {
  const { month, year } = toParts(Date.parse(day.slice(0, 7)));
  return `${month.slice(0, 3)} ${year}`;
}
