import { listZoneSpans } from './zone-names.ts';
import { addMonths, getDay, getMonth, getStartOfDay, type CalendarDay } from './zones.ts';

/** A zone that counts from the first day of a period on. */
export interface ZoneChange {
  readonly name: string;
  readonly from: CalendarDay;
}

/** The day of the change is that of its first instant in the new zone. */
const listChanges = (zone: string) =>
  listZoneSpans(zone)
    .slice(1)
    .map(({ name, from }) => ({ name, at: from, from: getDay(from, name) }));

/** The change whose period has not begun; undefined without one. */
export function findPlannedChange(zone: string, now: number): ZoneChange | undefined {
  const today = getDay(now, zone);
  return listChanges(zone).find(({ from }) => from > today);
}

/** The name of the zone that was chosen last, also where it counts only later. */
export const getChosenName = (zone: string): string => listZoneSpans(zone).at(-1)?.name ?? '';

/**
 * The zone with the change to `name` from the next period on, in place of a planned one. The next period begins where the
 * present one ends in the present zone, and the new clock counts from the first instant at which its first day has begun
 * in both zones: no instant before belongs to the new period, and none after to the present one.
 * @returns undefined where the two zones are never on the same day, because they lie more than a day apart
 */
export function planZoneChange(zone: string, name: string, now: number): string | undefined {
  const kept = dropPlanned(zone, now);
  if (getChosenName(kept) === name) return kept;
  const first = addMonths(getMonth(getDay(now, kept)), 1);
  const at = Math.max(getStartOfDay(first, kept), getStartOfDay(first, name));
  if (getDay(at - 1, kept) > first || getDay(at, name) > first) return undefined;
  return `${kept} ${new Date(at).toISOString().replace('.000Z', 'Z')} ${name}`;
}

function dropPlanned(zone: string, now: number): string {
  const planned = findPlannedChange(zone, now);
  return planned ? zone.split(' ').slice(0, -2).join(' ') : zone;
}
