const earliestMs = Date.UTC(2010, 0, 1);
const maxAgeYears = 10;
const aheadMs = 24 * 60 * 60 * 1000;

/** In milliseconds. Assistants report times between these: partitions exist for the months around now alone. */
export interface TimeLimits {
  readonly earliestMs: number;
  readonly latestMs: number;
}

export function getTimeLimits(now: Date): TimeLimits {
  return {
    earliestMs: Math.max(earliestMs, new Date(now).setUTCFullYear(now.getUTCFullYear() - maxAgeYears)),
    latestMs: now.getTime() + aheadMs,
  };
}

/** The times of a reported item, by field. */
interface Timed {
  readonly date?: string;
  readonly reportedAt?: string;
  readonly approvedAt?: string;
  readonly messages?: readonly Timed[];
  readonly requests?: readonly Timed[];
  readonly turns?: readonly Timed[];
  readonly rating?: Timed;
}

/** Why the times of an item that has passed its schema are out of range, one reason per field. */
export function listTimeFaults(item: Timed, limits: TimeLimits, prefix = ''): string[] {
  const { date, reportedAt, approvedAt, messages = [], requests = [], turns = [], rating } = item;
  const faults: string[] = [];
  const check = (name: string, text: string | undefined) => {
    if (text === undefined) return;
    const instant = Date.parse(text);
    if (!(instant >= limits.earliestMs)) faults.push(`${prefix}${name}: This is more than ${maxAgeYears} years ago.`);
    if (instant > limits.latestMs) faults.push(`${prefix}${name}: This is more than a day ahead.`);
  };
  check('date', date);
  check('reportedAt', reportedAt);
  check('approvedAt', approvedAt);
  if (rating) faults.push(...listTimeFaults(rating, limits, `${prefix}rating.`));
  for (const [name, list] of Object.entries({ messages, requests, turns })) {
    list.forEach((each, index) => faults.push(...listTimeFaults(each, limits, `${prefix}${name}.${index}.`)));
  }
  return faults;
}
