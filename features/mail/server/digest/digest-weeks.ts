import { addDays, dayMs, fromClock, getDay, toDayNumber } from '#contract/calendar/zones.ts';

const weekLength = 7;
const hourMs = 60 * 60 * 1000;
/** The digest is due on Monday at eight in the morning. */
const digestClockMs = 8 * hourMs;

/** The first of January 1970 was a Thursday. */
const getWeekday = (day: string) => (toDayNumber(day) + 3) % weekLength;

export interface DigestWeek {
  /** The Monday of the week. */
  readonly first: string;
  /** The Monday after it. */
  readonly until: string;
  /** When it is sent, in milliseconds since 1970. */
  readonly dueAt: number;
  /** The ISO 8601 name: `2026-W47`. */
  readonly name: string;
}

/** The last whole week before an instant, from Monday to Sunday in the zone. */
export function getDigestWeek(instant: number, zone: string): DigestWeek {
  const today = getDay(instant, zone);
  const until = addDays(today, -getWeekday(today));
  const first = addDays(until, -weekLength);
  // In the time of the zone, because clocks may change in the night before.
  const dueAt = fromClock(toDayNumber(until) * dayMs + digestClockMs, zone);
  return { first, until, dueAt, name: nameWeek(first) };
}

/** A week belongs to the year of its Thursday. */
function nameWeek(monday: string): string {
  const thursday = addDays(monday, 3);
  const year = thursday.slice(0, 4);
  const place = Math.floor((toDayNumber(thursday) - toDayNumber(`${year}-01-01`)) / weekLength) + 1;
  return `${year}-W${String(place).padStart(2, '0')}`;
}
