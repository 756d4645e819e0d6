import { addDays, dayMs, fromClock, getDay, toDayNumber } from '#contract/calendar/zones.ts';

const hourMs = 60 * 60 * 1000;
/** Reminders are sent at eight in the morning of the issuer. */
const runClockMs = 8 * hourMs;

/** The last day whose run has been due, in the calendar of the issuer. */
export function getPassedDay(now: Date, zone: string): string {
  const today = getDay(now.getTime(), zone);
  const dueAt = fromClock(toDayNumber(today) * dayMs + runClockMs, zone);
  return now.getTime() >= dueAt ? today : addDays(today, -1);
}

/** The day of the next run. */
export const getNextDay = (now: Date, zone: string): string => addDays(getPassedDay(now, zone), 1);
