import { Problem } from '#server/lib/request/problem.ts';
import { addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';

/** The intake accepts no earlier usage events. */
const firstMonth = '2010-01-01';

/** A calendar month by its first day. */
export interface Period {
  readonly first: string;
  readonly isPresent: boolean;
}

/**
 * The requested month, as `2026-11`, or the present one in the zone.
 * @throws Problem `request.invalid` naming `period` where it is too early or still to come
 */
export function resolvePeriod(asked: string | undefined, zone: string, now: Date): Period {
  const present = getMonth(getDay(now.getTime(), zone));
  const first = asked === undefined ? present : `${asked}-01`;
  if (first < firstMonth || first > present) {
    const message = `A period must be between ${toName(firstMonth)} and ${toName(present)}.`;
    throw new Problem('request.invalid', { fields: [{ path: 'period', message }] });
  }
  return { first, isPresent: first === present };
}

const toName = (month: string) => month.slice(0, 7);

/** All months from that of the first usage event to the present one, latest first. */
export function listPeriods(firstDay: string | null, today: string): string[] {
  const present = getMonth(today);
  const first = firstDay === null || firstDay > present ? present : getMonth(firstDay);
  const months: string[] = [];
  for (let month = present; month >= first; month = addMonths(month, -1)) months.push(toName(month));
  return months;
}
