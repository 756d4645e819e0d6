const hourMs = 3_600_000;

/** Hours ahead of UTC of the abbreviations that programs write behind a time: those of RFC 2822, and those of Europe. */
const abbreviations: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  UT: 0,
  WET: 0,
  WEST: 1,
  BST: 1,
  IST: 5.5,
  CET: 1,
  CEST: 2,
  MEZ: 1,
  MESZ: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
};

/** `+02`, `+0200`, `+02:00`, `UTC+2`, `EET`; undefined for a word that names no zone. */
export function findOffsetMs(written: string): number | undefined {
  const found = /^(?:UTC|GMT)? ?(?<sign>[+-])(?<hours>\d\d?)(?::?(?<minutes>\d\d))?(?::?\d\d)?$/.exec(written)?.groups;
  if (!found) {
    const hours = abbreviations[written.toUpperCase()];
    return hours === undefined ? undefined : hours * hourMs;
  }
  const [hours, minutes] = [Number(found['hours']), Number(found['minutes'] ?? 0)];
  if (hours > 15 || minutes > 59) return undefined;
  const ms = hours * hourMs + minutes * 60_000;
  return found['sign'] === '-' ? -ms : ms;
}
