import { addDays } from '#contract/calendar/zones.ts';

/** The day `addedDays` after `day`, as `21.11.2026`. */
export function writeDate(day: string, addedDays = 0): string {
  return addDays(day, addedDays).split('-').toReversed().join('.');
}
