import { addDays } from '#contract/calendar/zones.ts';

/** Days after a day, or before it where negative, written as `21.11.2026`. */
export function writeDate(day: string, addedDays = 0): string {
  return addDays(day, addedDays).split('-').toReversed().join('.');
}
