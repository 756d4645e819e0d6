/**
 * The names in a company's time zone. It is the name of a zone, such as `Europe/Tallinn`, followed by its changes: the
 * instant from which on another zone counts, and the name of that, as in
 * `Europe/Tallinn 2026-12-01T08:00:00Z America/Los_Angeles`.
 */

/** The zone of the instants from `from` to before `until`, in milliseconds since 1970. */
export interface ZoneSpan {
  readonly name: string;
  readonly from: number;
  readonly until: number;
}

const known = new Map<string, readonly ZoneSpan[]>();

/** Oldest first, without a gap. */
export function listZoneSpans(zone: string): readonly ZoneSpan[] {
  const kept = known.get(zone);
  if (kept) return kept;
  const [first = '', ...changes] = zone.split(' ');
  const starts = [{ name: first, from: -Infinity }];
  for (let place = 0; place < changes.length; place += 2) {
    starts.push({ name: changes[place + 1] ?? '', from: Date.parse(changes[place] ?? '') });
  }
  const spans = starts.map((start, place) => ({ ...start, until: starts[place + 1]?.from ?? Infinity }));
  known.set(zone, spans);
  return spans;
}

/** The name of the zone that counts at an instant, by default at present, as screens and mails show it. */
export function getZoneName(zone: string, instant: number = Date.now()): string {
  if (!zone.includes(' ')) return zone;
  return listZoneSpans(zone).findLast(({ from }) => instant >= from)?.name ?? '';
}

/** The names of the zones that count from an instant to another one, by default of all that count until now. */
export function describeZones(
  zone: string,
  from: number | string = -Infinity,
  to: number | string = Date.now(),
): string {
  const [first, last] = [from, to].map((instant) => (typeof instant === 'string' ? Date.parse(instant) : instant));
  return listZoneSpans(zone)
    .filter((span) => span.from <= (last ?? 0) && span.until > (first ?? 0))
    .map(({ name }) => name)
    .join(', then ');
}

const namePattern = /^[A-Za-z]{2}[\w+-]*(?:\/[\w+-]+)*$/;

/** Whether this machine knows an IANA zone of that name. */
export function isZoneName(name: string): boolean {
  if (!namePattern.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
