import { dayMs, getOffsetMs } from './zones.ts';

/*
 * A zone as numbers, for statements: the database has time-zone data of its own, which can be older, so it is handed offsets and days
 * and no names.
 */

/** From this instant on the clocks of a zone are ahead of UTC by so much; both in milliseconds. */
export interface ZoneOffset {
  readonly since: number;
  readonly offsetMs: number;
}

/** Clocks change at whole quarters of an hour. */
const quarterMs = 15 * 60_000;

/** The offsets of a zone from an instant, a whole quarter of an hour, to before another one. The first begins at `from`. */
export function listOffsets(zone: string, from: number, until: number): ZoneOffset[] {
  const offsets = [{ since: from, offsetMs: getOffsetMs(from, zone) }];
  for (let quarter = from + quarterMs; quarter < until; quarter += quarterMs) {
    const offsetMs = getOffsetMs(quarter, zone);
    if (offsetMs !== offsets.at(-1)?.offsetMs) offsets.push({ since: quarter, offsetMs });
  }
  return offsets;
}

/** The day since 2000-01-01 and the hour of a zone's clock at an instant. */
export function toLocalTime(instant: number, zone: string): { readonly day: number; readonly hour: number } {
  const clock = instant + getOffsetMs(instant, zone);
  const day = Math.floor(clock / dayMs);
  return { day: day - epochDay, hour: Math.floor((clock - day * dayMs) / hourMs) };
}

const hourMs = 60 * 60_000;
const epochDay = Date.UTC(2000, 0, 1) / dayMs;

/** The offset of a zone at an instant, as `at time zone` takes it: by POSIX, where hours west of Greenwich are positive. */
export function toFixedZone(instant: number, zone: string): string {
  const minutes = getOffsetMs(instant, zone) / 60_000;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '+' : '-'}${[hours, rest].map((part) => String(part).padStart(2, '0')).join(':')}`;
}
