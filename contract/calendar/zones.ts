/** Days and clock times of a zone. A day is written `2026-11-21`; instants are milliseconds since 1970 in UTC. */

const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** Clocks change at whole quarters of an hour everywhere. */
const quarterMs = 15 * minuteMs;
/** Formatting an instant takes longer than everything else here, and the same few midnights are asked for again. */
const knownOffsetCount = 5000;

interface Zone {
  readonly formatter: Intl.DateTimeFormat;
  /** By quarter of an hour. */
  readonly offsets: Map<number, number>;
}

const zones = new Map<string, Zone>();

function findZone(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  const zone = { formatter, offsets: new Map() };
  zones.set(name, zone);
  return zone;
}

/** How far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
export function getOffsetMs(instant: number, zone: string): number {
  const { formatter, offsets } = findZone(zone);
  const quarter = Math.floor(instant / quarterMs);
  const known = offsets.get(quarter);
  if (known !== undefined) return known;
  if (offsets.size >= knownOffsetCount) offsets.clear();
  const offset = readOffsetMs(formatter.format(instant));
  offsets.set(quarter, offset);
  return offset;
}

function readOffsetMs(text: string): number {
  const found = /GMT(?:(?<sign>[+-])(?<hours>\d\d):(?<minutes>\d\d))?/.exec(text)?.groups;
  const minutes = Number(found?.hours ?? 0) * 60 + Number(found?.minutes ?? 0);
  return (found?.sign === '-' ? -minutes : minutes) * minuteMs;
}

/** What the zone's clocks show at an instant, as if that were UTC. */
export const toClock = (instant: number, zone: string) => instant + getOffsetMs(instant, zone);

/**
 * When the zone's clocks show `clock`: the first time where they do so twice, and where they skip it, the instant that
 * is as long after the jump.
 */
export function fromClock(clock: number, zone: string): number {
  const before = getOffsetMs(clock - dayMs, zone);
  const after = getOffsetMs(clock + dayMs, zone);
  const instants = [clock - before, clock - after].filter((instant) => toClock(instant, zone) === clock);
  return instants.length > 0 ? Math.min(...instants) : clock - before;
}

export const toDay = (clock: number) => new Date(clock).toISOString().slice(0, 10);
export const toDayNumber = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
export const addDays = (day: string, count: number) => toDay((toDayNumber(day) + count) * dayMs);

/** The zone's day at an instant. */
export const getDay = (instant: number, zone: string) => toDay(toClock(instant, zone));

/** The first instant of a day; of a day that a zone skipped (Apia, 30 December 2011) that of the next one. */
export const getStartOfDay = (day: string, zone: string) => fromClock(toDayNumber(day) * dayMs, zone);

export const getMonth = (day: string) => `${day.slice(0, 7)}-01`;

/** The first day of the month `count` months later. */
export function addMonths(month: string, count: number): string {
  const [year = 0, place = 1] = month.split('-').map(Number);
  return toDay(Date.UTC(year, place - 1 + count, 1));
}

/** The days from `first` to before `until`, without those that the zone skipped. */
export function listDays(first: string, until: string, zone: string): string[] {
  const count = toDayNumber(until) - toDayNumber(first);
  const start = toDayNumber(first);
  const days = Array.from({ length: Math.max(0, count) }, (_, place) => toDay((start + place) * dayMs));
  const jumpMs = getStartOfDay(until, zone) - getStartOfDay(first, zone) - count * dayMs;
  // No change to or from summer time is as long as that.
  if (Math.abs(jumpMs) < dayMs / 2) return days;
  return days.filter((day) => getStartOfDay(day, zone) < getStartOfDay(addDays(day, 1), zone));
}
