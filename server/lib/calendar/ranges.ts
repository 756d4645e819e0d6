import { Problem } from '../request/problem.ts';
import {
  addDays,
  addMonths,
  dayMs,
  fromClock,
  getDay,
  getMonth,
  getStartOfDay,
  listDays,
  toClock,
  toDayNumber,
} from '#contract/calendar/zones.ts';

/** Instants from `from` to before `until`, in milliseconds since 1970. */
export interface Range {
  readonly from: number;
  readonly until: number;
}

/** Days from `first` to before `until`; whole months where both are the first of one. */
export interface DaySpan {
  readonly first: string;
  readonly until: string;
}

/** A span that counts with its sign: a month without its last three days is one month and minus three days. */
export interface SignedSpan extends DaySpan {
  readonly sign: 1 | -1;
}

/** A range as whole days, and what it holds of days that it only touches. Together they are the range, each instant once. */
export interface SplitRange {
  readonly days: DaySpan;
  /** Oldest first: none, one or two. */
  readonly edges: readonly Range[];
}

const years = { first: 2000, last: 2100 };

/**
 * The asked range, both ends included; without them from the start of the present month to the end of today in the zone.
 * @throws Problem `request.invalid` naming the end that is wrong
 */
export function resolveRange(
  asked: { from?: string | undefined; to?: string | undefined },
  zone: string,
  now: Date,
): Range {
  const today = getDay(now.getTime(), zone);
  const from = asked.from === undefined ? getStartOfDay(getMonth(today), zone) : Date.parse(asked.from);
  const until = asked.to === undefined ? getStartOfDay(addDays(today, 1), zone) : Date.parse(asked.to) + 1;
  checkYear('from', from, zone);
  checkYear('to', until - 1, zone);
  if (from >= until) refuse('from', 'The start of the range must be before its end.');
  return { from, until };
}

function checkYear(path: string, instant: number, zone: string): void {
  const year = Number(getDay(instant, zone).slice(0, 4));
  if (year < years.first || year > years.last) refuse(path, `A date must be between ${years.first} and ${years.last}.`);
}

function refuse(path: string, message: string): never {
  throw new Problem('request.invalid', { fields: [{ path, message }] });
}

/** The same number of days right before: both ends as many days earlier, at the same time of day. */
export function getPreviousRange({ from, until }: Range, zone: string): Range {
  const first = getDay(from, zone);
  const after = addDays(getDay(until - 1, zone), 1);
  const { length } = listDays(first, after, zone);
  const earlier = listDays(addDays(first, -length - 1), first, zone).at(-length) ?? first;
  const count = toDayNumber(first) - toDayNumber(earlier);
  // Where a zone skipped a whole day, a time of day on it falls on the day after.
  return { from: moveBack(from, count, zone), until: Math.min(moveBack(until, count, zone), from) };
}

/** The day that a day is compared with. */
export type DayShift = (day: string) => string;

/** Back by the fewest whole weeks that clear the range, so that Mondays are compared with Mondays. */
export function shiftByWeeks(range: Range, zone: string): DayShift {
  const { first, last } = toEnds(range, zone);
  const days = Math.ceil((toDayNumber(last) - toDayNumber(first) + 1) / 7) * 7;
  return (day) => addDays(day, -days);
}

/** Back by the fewest months that clear the range; a day that the earlier month does not have is its last one. */
export function shiftByMonths(range: Range, zone: string): DayShift {
  const { first, last } = toEnds(range, zone);
  const months =
    (Number(last.slice(0, 4)) - Number(first.slice(0, 4))) * 12 +
    Number(last.slice(5, 7)) -
    Number(first.slice(5, 7)) +
    1;
  return (day) => {
    const month = addMonths(getMonth(day), -months);
    const same = addDays(month, Number(day.slice(8)) - 1);
    return getMonth(same) === month ? same : addDays(addMonths(month, 1), -1);
  };
}

const toEnds = ({ from, until }: Range, zone: string) => ({ first: getDay(from, zone), last: getDay(until - 1, zone) });

/** Both ends on the days that theirs are compared with, at the same time of day. */
export function shiftRange(range: Range, shift: DayShift, zone: string): Range {
  const { first, last } = toEnds(range, zone);
  const back = (day: string) => toDayNumber(day) - toDayNumber(shift(day));
  const until = moveBack(range.until, back(last), zone);
  return { from: Math.min(moveBack(range.from, back(first), zone), until), until: Math.min(until, range.from) };
}

/** The start of a day stays one, also where clocks skip midnight. */
function moveBack(instant: number, days: number, zone: string): number {
  const day = getDay(instant, zone);
  if (instant === getStartOfDay(day, zone)) return getStartOfDay(addDays(day, -days), zone);
  return fromClock(toClock(instant, zone) - days * dayMs, zone);
}

export function splitRange({ from, until }: Range, zone: string): SplitRange {
  const day = getDay(from, zone);
  const first = from === getStartOfDay(day, zone) ? day : addDays(day, 1);
  const end = getDay(until, zone);
  if (first > end) return { days: { first: end, until: end }, edges: [{ from, until }] };
  const edges = [
    { from, until: getStartOfDay(first, zone) },
    { from: getStartOfDay(end, zone), until },
  ];
  return { days: { first, until: end }, edges: edges.filter((edge) => edge.from < edge.until) };
}

/** Whole months, and the days before and after them. */
export function splitDays({ first, until }: DaySpan): { months: DaySpan; days: DaySpan[] } {
  const firstMonth = first === getMonth(first) ? first : addMonths(getMonth(first), 1);
  const endOfMonths = getMonth(until);
  if (firstMonth >= endOfMonths) {
    return { months: { first: endOfMonths, until: endOfMonths }, days: keepFilled([{ first, until }]) };
  }
  const days = [
    { first, until: firstMonth },
    { first: endOfMonths, until },
  ];
  return { months: { first: firstMonth, until: endOfMonths }, days: keepFilled(days) };
}

/**
 * The fewest rows of the roll-ups that make up the days: where a month is there for more than half of its days until
 * `today`, the whole month counts and its other days are taken away again. Those after today have next to no rows.
 */
export function chooseSegments(span: DaySpan, today: string): { months: SignedSpan[]; days: SignedSpan[] } {
  const { months, parts } = splitMonths(span);
  const chosen = parts.map((part) => chooseMonthSegments(part, addDays(today, 1)));
  return {
    months: [...keepFilled([months]).map(plus), ...chosen.flatMap((part) => part.months)],
    days: chosen.flatMap((part) => part.days),
  };
}

/** Whole months, and the parts of others, each of one month. */
export function splitMonths(span: DaySpan): { months: DaySpan; parts: DaySpan[] } {
  const { months, days } = splitDays(span);
  return { months, parts: days.flatMap(listMonthParts) };
}

/** Days that lie in two months, none of them whole, part by part. */
function listMonthParts(span: DaySpan): DaySpan[] {
  const next = addMonths(getMonth(span.first), 1);
  if (span.until <= next) return [span];
  return [{ first: span.first, until: next }, ...listMonthParts({ first: next, until: span.until })];
}

function chooseMonthSegments(part: DaySpan, tomorrow: string): { months: SignedSpan[]; days: SignedSpan[] } {
  const month = { first: getMonth(part.first), until: addMonths(getMonth(part.first), 1) };
  const others = keepFilled([
    { first: month.first, until: part.first },
    { first: part.until, until: month.until },
  ]);
  const countFilled = ({ first, until }: DaySpan) =>
    Math.max(0, countDays({ first, until: until < tomorrow ? until : tomorrow }));
  const countOthers = others.reduce((sum, other) => sum + countFilled(other), 0);
  if (countFilled(part) <= countOthers) return { months: [], days: [plus(part)] };
  return { months: [plus(month)], days: others.map((other) => ({ ...other, sign: -1 })) };
}

const plus = (span: DaySpan): SignedSpan => ({ ...span, sign: 1 });
const countDays = ({ first, until }: DaySpan) => toDayNumber(until) - toDayNumber(first);
const keepFilled = (spans: readonly DaySpan[]) => spans.filter(({ first, until }) => first < until);
