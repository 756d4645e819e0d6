import { getZoneName, listZoneSpans } from './zone-names.ts';

/**
 * Days, months and clock times of IANA zones, for both sides. Instants are milliseconds since 1970 in UTC. Calculations
 * use calendar days, so that a day with a clock change counts as one day. A zone is a name, or a company's zone with its
 * changes (`zone-names.ts`).
 */

/** `2026-11-21` */
export type CalendarDay = string;

const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** Every zone changes its clocks at a whole quarter of an hour. */
const quarterMs = 15 * minuteMs;
/** Offsets are kept because formatting an instant takes longer than everything else here. */
const mostKnownOffsets = 5000;

interface Zone {
  readonly formatter: Intl.DateTimeFormat;
  /** Milliseconds, by day since 1970 in UTC; null on days on which the clocks change. */
  readonly ofDays: Map<number, number | null>;
  /** Milliseconds, by quarter of an hour since 1970. */
  readonly ofQuarters: Map<number, number>;
}

const zones = new Map<string, Zone>();

function findZone(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  const zone = { formatter, ofDays: new Map(), ofQuarters: new Map() };
  zones.set(name, zone);
  return zone;
}

/** How far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
export function getOffsetMs(instant: number, zone: string): number {
  const found = findZone(getZoneName(zone, instant));
  const day = Math.floor(instant / dayMs);
  return keep(found.ofDays, day, () => findDayOffset(found, day)) ?? findOffset(found, Math.floor(instant / quarterMs));
}

const dayQuarters = dayMs / quarterMs;

/** No zone changes its clocks twice in a day. */
function findDayOffset(zone: Zone, day: number): number | null {
  const first = findOffset(zone, day * dayQuarters);
  return findOffset(zone, (day + 1) * dayQuarters - 1) === first ? first : null;
}

const findOffset = ({ formatter, ofQuarters }: Zone, quarter: number) =>
  keep(ofQuarters, quarter, () => parseOffsetMs(formatter.format(quarter * quarterMs)));

function keep<Value>(offsets: Map<number, Value>, place: number, find: () => Value): Value {
  const known = offsets.get(place);
  if (known !== undefined) return known;
  if (offsets.size >= mostKnownOffsets) offsets.clear();
  const offset = find();
  offsets.set(place, offset);
  return offset;
}

/** @param text as `11/21/2026, GMT+02:00` */
function parseOffsetMs(text: string): number {
  const found = /GMT(?:(?<sign>[+-])(?<hours>\d\d):(?<minutes>\d\d))?/.exec(text)?.groups;
  const minutes = Number(found?.hours ?? 0) * 60 + Number(found?.minutes ?? 0);
  return (found?.sign === '-' ? -minutes : minutes) * minuteMs;
}

/** The zone's clock time at an instant, as the instant at which UTC has the same clock time. */
export const toClock = (instant: number, zone: string) => instant + getOffsetMs(instant, zone);

/**
 * The instant of a zone's clock time. Of a clock time that occurs twice the first; for one that a clock change skips, the
 * instant as long after the change.
 */
export function fromClock(clock: number, zone: string): number {
  const spans = listZoneSpans(zone).map((span) => ({ ...span, instant: fromClockOf(clock, span.name) }));
  const found = spans.filter(({ from, until, instant }) => instant >= from && instant < until);
  if (found.length > 0) return Math.min(...found.map(({ instant }) => instant));
  // Before the first instant of its own span and after the last of the one before: a change of the zone skips it.
  const skipping = spans.findIndex(({ from, instant }) => instant < from);
  return spans[skipping - 1]?.instant ?? NaN;
}

function fromClockOf(clock: number, zone: string): number {
  const before = getOffsetMs(clock - dayMs, zone);
  const after = getOffsetMs(clock + dayMs, zone);
  const instants = [clock - before, clock - after].filter((instant) => toClock(instant, zone) === clock);
  return instants.length > 0 ? Math.min(...instants) : clock - before;
}

export const toDay = (clock: number): CalendarDay => new Date(clock).toISOString().slice(0, 10);
export const toDayNumber = (day: CalendarDay) => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
export const addDays = (day: CalendarDay, count: number) => toDay((toDayNumber(day) + count) * dayMs);

/** A day of the calendar between the years 2000 and 2099. */
export function isCalendarDay(text: unknown): text is CalendarDay {
  if (typeof text !== 'string' || !/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const number = toDayNumber(text);
  return !Number.isNaN(number) && toDay(number * dayMs) === text;
}

/** 1 for Monday to 7 for Sunday. */
export const getWeekday = (day: CalendarDay): number => new Date(toDayNumber(day) * dayMs).getUTCDay() || 7;

/** The zone's day at an instant. */
export const getDay = (instant: number, zone: string) => toDay(toClock(instant, zone));

/** The first instant of a day; for a day that the zone skipped (Apia, 30 December 2011), that of the next day. */
export const getStartOfDay = (day: CalendarDay, zone: string) => fromClock(toDayNumber(day) * dayMs, zone);

/** The last millisecond of a day. */
export const getEndOfDay = (day: CalendarDay, zone: string) => getStartOfDay(addDays(day, 1), zone) - 1;

/** The first day of the day's month. */
export const getMonth = (day: CalendarDay): CalendarDay => `${day.slice(0, 7)}-01`;

/** The first day of the month `count` months after the day's own. */
export function addMonths(day: CalendarDay, count: number): CalendarDay {
  const [year = 0, place = 1] = day.split('-').map(Number);
  return toDay(Date.UTC(year, place - 1 + count, 1));
}

/** The days from `first` to before `until`, without those that the zone skipped. */
export function listDays(first: CalendarDay, until: CalendarDay, zone: string): CalendarDay[] {
  const count = toDayNumber(until) - toDayNumber(first);
  const start = toDayNumber(first);
  const days = Array.from({ length: Math.max(0, count) }, (_, place) => toDay((start + place) * dayMs));
  const jumpMs = getStartOfDay(until, zone) - getStartOfDay(first, zone) - count * dayMs;
  // Changes to and from summer time are shorter than half a day.
  if (Math.abs(jumpMs) < dayMs / 2) return days;
  return days.filter((day) => getStartOfDay(day, zone) < getStartOfDay(addDays(day, 1), zone));
}
