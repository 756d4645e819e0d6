import {
  chooseSegments,
  splitMonths,
  splitRange,
  type DayShift,
  type DaySpan,
  type Range,
  type SignedSpan,
} from '#server/lib/calendar/ranges.ts';
import { addDays, getDay, getMonth, getStartOfDay, toDayNumber } from '#contract/calendar/zones.ts';
import { date, instant, integer, type SqlFields } from '#server/sql/types.ts';

export interface ComparedRanges {
  readonly range: Range;
  readonly previous: Range;
  /** The day that a day is compared with; the day of the same position without it. */
  readonly shift?: DayShift;
  readonly zone: string;
  /** The current day in `zone`; later days have next to no conversations. */
  readonly today: string;
  readonly includesTechnical: boolean;
}

/** Months or days of a roll-up. `name` begins the names of its parameters. */
export interface Segment extends SignedSpan {
  readonly name: string;
  readonly isPrevious: boolean;
}

/** Days of one month, of the range before. `name` begins the names of its parameters. */
export interface MonthPart extends DaySpan {
  readonly name: string;
}

/** The part of a day that a range does not cover whole. `name` begins the names of its parameters. */
export interface PartialDay extends Range {
  readonly name: string;
  readonly isPrevious: boolean;
  readonly day: string;
  /** Whether it begins or ends with the day. A usage event counts on its day, also where it occurred outside of it. */
  readonly isFromStart: boolean;
  readonly isToEnd: boolean;
}

/**
 * Both ranges in segments. `months` and `days` count with their sign, because a month without its last days reads fewer
 * rows than its other days; `whole` are the whole days in one segment.
 */
export interface Segments {
  readonly months: readonly Segment[];
  readonly days: readonly Segment[];
  readonly whole: readonly Segment[];
  /** The whole days of the range before, for its distinct users: whole months, and parts of others. */
  readonly wholeMonths: readonly Segment[];
  readonly monthParts: readonly MonthPart[];
  /** Answered from the conversations and usage events themselves. */
  readonly partialDays: readonly PartialDay[];
}

export function toSegments({ range, previous, zone, today }: Omit<ComparedRanges, 'includesTechnical'>): Segments {
  const parts = [
    { isPrevious: false, ...splitRange(range, zone) },
    { isPrevious: true, ...splitRange(previous, zone) },
  ].map((part) => ({ ...part, chosen: chooseSegments(part.days, today) }));
  type Part = (typeof parts)[number];
  const list = (name: string, toSpans: (part: Part) => readonly SignedSpan[]): Segment[] =>
    parts
      .flatMap((part) => toSpans(part).map((span) => ({ ...span, isPrevious: part.isPrevious })))
      .map((span, index) => ({ ...span, name: `${name}${index}` }));
  const before = splitMonths(splitRange(previous, zone).days);
  return {
    months: list('months', ({ chosen }) => chosen.months),
    days: list('days', ({ chosen }) => chosen.days),
    whole: list('whole', ({ days }) => keepFilled(days)),
    wholeMonths: keepFilled(before.months).map((span) => ({ ...span, name: 'before', isPrevious: true })),
    monthParts: before.parts.map((span, index) => ({ ...span, name: `before${index}` })),
    partialDays: parts
      .flatMap(({ isPrevious, edges }) => edges.map((edge) => ({ ...toPartialDay(edge, zone), isPrevious })))
      .map((partialDay, index) => ({ ...partialDay, name: `part${index}` })),
  };
}

const keepFilled = (span: DaySpan) => (span.first < span.until ? [{ ...span, sign: 1 as const }] : []);

function toPartialDay(range: Range, zone: string) {
  const day = getDay(range.from, zone);
  return {
    ...range,
    day,
    isFromStart: range.from === getStartOfDay(day, zone),
    isToEnd: range.until === getStartOfDay(addDays(day, 1), zone),
  };
}

/** Equal for segments whose statements have the same text; undefined where there are partial days. */
export function describeShape({
  months,
  days,
  whole,
  wholeMonths,
  monthParts,
  partialDays,
}: Segments): string | undefined {
  if (partialDays.length > 0) return undefined;
  const describe = ({ isPrevious, sign }: Segment) => `${isPrevious ? 'p' : 'r'}${sign === 1 ? '+' : '-'}`;
  return [...[months, days, whole, wholeMonths].map((each) => each.map(describe).join('')), monthParts.length].join(
    ' ',
  );
}

export const ofRange = <Part extends { readonly isPrevious: boolean }>(parts: readonly Part[]) =>
  parts.filter(({ isPrevious }) => !isPrevious);

export const ofPrevious = <Part extends { readonly isPrevious: boolean }>(parts: readonly Part[]) =>
  parts.filter(({ isPrevious }) => isPrevious);

export const inSegment = ({ name }: Pick<Segment, 'name'>, column: 'month' | 'day') =>
  `t.company_id = $companyId and t.${column} >= $${name}First::date and t.${column} < $${name}Until::date`;

/** A row of a user and month with a conversation on one of the days. */
export const isOnDays = ({ name }: MonthPart) =>
  `t.company_id = $companyId and t.month = $${name}Month::date and t.days & $${name}Days::int4 <> 0`;

export const inPartialDay = ({ name }: PartialDay) => `t.company_id = $companyId
    and t.started_at >= $${name}From::timestamptz and t.started_at < $${name}Until::timestamptz`;

export const inLedgerDay = ({ name, isFromStart, isToEnd }: PartialDay) =>
  `t.company_id = $companyId and t.day = $${name}Day::date
    ${isFromStart ? '' : `and t.occurred_at >= $${name}From::timestamptz`}
    ${isToEnd ? '' : `and t.occurred_at < $${name}Until::timestamptz`}`;

/** The types of the parameters that the conditions above name; `isLedger` where the statement reads the ledger too. */
export function toSegmentFields(segments: readonly Segment[], partialDays: readonly PartialDay[], isLedger: boolean) {
  return Object.fromEntries([
    ...segments.flatMap(({ name }) => [
      [`${name}First`, date],
      [`${name}Until`, date],
    ]),
    ...partialDays.flatMap(({ name }) => [
      [`${name}From`, instant],
      [`${name}Until`, instant],
      ...(isLedger ? [[`${name}Day`, date]] : []),
    ]),
  ]) as SqlFields;
}

export const toMonthPartFields = (parts: readonly MonthPart[]): SqlFields =>
  Object.fromEntries(
    parts.flatMap(({ name }) => [
      [`${name}Month`, date],
      [`${name}Days`, integer],
      [`${name}First`, date],
      [`${name}Until`, date],
    ]),
  );

/** The types of the parameters of a statement that reads the ledger and no conversations. */
export function toLedgerFields({ whole, partialDays }: Segments) {
  return Object.fromEntries([
    ...Object.entries(toSegmentFields(whole, [], true)),
    ...partialDays.flatMap(({ name, isFromStart, isToEnd }) => [
      [`${name}Day`, date],
      ...(isFromStart ? [] : [[`${name}From`, instant]]),
      ...(isToEnd ? [] : [[`${name}Until`, instant]]),
    ]),
  ]) as SqlFields;
}

/** Bits of days as `user_monthly_stats` stores the days of a month: bit 0 is the first. */
const toDayBits = ({ first, until }: DaySpan) =>
  ((1 << (toDayNumber(until) - toDayNumber(first))) - 1) << (Number(first.slice(8)) - 1);

/** The values of all parameters that the conditions above name. */
export function toSegmentValues(segments: Segments): Record<string, string | number | Date> {
  const { months, days, whole, wholeMonths, monthParts, partialDays } = segments;
  return Object.fromEntries([
    ...[...months, ...days, ...whole, ...wholeMonths, ...monthParts].flatMap(({ name, first, until }) => [
      [`${name}First`, first],
      [`${name}Until`, until],
    ]),
    ...monthParts.flatMap((part) => [
      [`${part.name}Month`, getMonth(part.first)],
      [`${part.name}Days`, toDayBits(part)],
    ]),
    ...partialDays.flatMap(({ name, from, until, day }) => [
      [`${name}From`, new Date(from)],
      [`${name}Until`, new Date(until)],
      [`${name}Day`, day],
    ]),
  ]) as Record<string, string | number | Date>;
}

const toExample = (from: string, until: string, previousFrom: string) =>
  toSegments({
    range: { from: Date.parse(from), until: Date.parse(until) },
    previous: { from: Date.parse(previousFrom), until: Date.parse(from) },
    zone: 'UTC',
    today: '2026-11-20',
  });

/** Whole months; months without their last days; partial days at both ends; one part of one day. */
export const exampleSegments: readonly Segments[] = [
  toExample('2026-10-01', '2026-11-01', '2026-08-31'),
  toExample('2026-08-01', '2026-10-28', '2026-05-05'),
  toExample('2026-09-10T06:00Z', '2026-11-20T18:00Z', '2026-07-01T06:00Z'),
  toExample('2026-11-20T06:00Z', '2026-11-20T18:00Z', '2026-11-19T18:00Z'),
];
