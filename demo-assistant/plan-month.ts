import {
  addDays,
  addMonths,
  dayMs,
  fromClock,
  getDay,
  getMonth,
  getStartOfDay,
  toDayNumber,
} from '#contract/calendar/zones.ts';
import type { CompanyCast } from './company-cast.ts';
import { createRandom, type Random } from './random.ts';
import type { Occasion } from './write-conversation.ts';

/** Monday first. */
const weekdayShares = [1.14, 1.1, 1.06, 1, 0.82, 0.09, 0.06];
/** Midnight first: a working day with a lunch break, and little at night. */
const hourShares = [1, 1, 1, 1, 1, 2, 8, 26, 62, 88, 92, 80, 48, 74, 86, 72, 50, 26, 12, 8, 6, 5, 3, 2];
/** January first: holidays in July and around Christmas. */
const monthShares = [0.98, 1, 1.04, 1.02, 1, 0.92, 0.66, 0.88, 1.06, 1.08, 1.06, 0.84];
const minuteMs = 60_000;

interface Month {
  /** Its first day. */
  readonly month: string;
  /** Position between the oldest month of the demo, 0, and the newest, 1. */
  readonly age: number;
  /** When the demo was seeded: no conversation is later. */
  readonly startedAt: Date;
}

/** The conversations of a company in one month of the demo; deterministic. */
export function planMonth(cast: CompanyCast, { month, age, startedAt }: Month): Occasion[] {
  const today = getDay(startedAt.getTime(), cast.timeZone);
  const latest = new Date(startedAt.getTime() - 30 * minuteMs);
  const growth = 0.7 + 0.6 * age;
  const occasions = daysOf(month).flatMap((day) =>
    planDay(cast, day, growth).map((startsAt, index) => ({
      id: `demo-${cast.slug}-${day}-${index}`,
      startsAt,
      now: startedAt,
    })),
  );
  const past = occasions.filter(({ startsAt }) => startsAt <= latest);
  return month === getMonth(today) ? [...past, ...planLastHours(cast, startedAt)] : past;
}

function daysOf(month: string): string[] {
  const count = toDayNumber(addMonths(month, 1)) - toDayNumber(month);
  return Array.from({ length: count }, (_, index) => addDays(month, index));
}

function planDay({ slug, perWorkday, timeZone }: CompanyCast, day: string, growth: number): Date[] {
  const random = createRandom(`${slug} ${day}`);
  const date = new Date(`${day}T00:00:00Z`);
  const weekday = weekdayShares[(date.getUTCDay() + 6) % 7] ?? 1;
  const expected = perWorkday * weekday * (monthShares[date.getUTCMonth()] ?? 1) * growth;
  const count = Math.floor(expected * (0.85 + 0.3 * random.fraction()) + random.fraction());
  const seconds = Array.from({ length: count }, () => drawSecond(random)).toSorted((one, other) => one - other);
  return seconds.map((second) => new Date(fromClock(toDayNumber(day) * dayMs + second * 1000, timeZone)));
}

function drawSecond(random: Random): number {
  const hour = random.pickWeighted([...hourShares.keys()], (each) => hourShares[each] ?? 0);
  return hour * 3600 + random.int(0, 3599);
}

/** Each skill once shortly before `startedAt`, so that today is never empty; the latest are still in process. */
function planLastHours({ slug, scripts, timeZone }: CompanyCast, startedAt: Date): Occasion[] {
  const today = getDay(startedAt.getTime(), timeZone);
  const random = createRandom(`${slug} last hours`);
  const monthStartMs = getStartOfDay(getMonth(today), timeZone);
  return scripts.map((script, index) => {
    const agoMs = index < 4 ? random.int(2000, 15_000) : random.int(3, 180) * minuteMs;
    const startsAt = new Date(Math.max(monthStartMs, startedAt.getTime() - agoMs));
    return { id: `demo-${slug}-last-${index}`, startsAt, now: startedAt, script };
  });
}
