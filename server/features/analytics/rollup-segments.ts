import { chooseSegments, splitRange } from '../../lib/calendar/ranges.ts';
import type { DayShift, DaySpan, Range, SignedSpan } from '../../lib/calendar/ranges.ts';
import { addDays, getDay, getStartOfDay } from '#contract/calendar/zones.ts';
import { date, instant } from '../../sql/types.ts';
import type { SqlFields } from '../../sql/types.ts';

export interface ComparedRanges {
  readonly range: Range;
  readonly previous: Range;
  /** The day that a day is compared with; the day of the same position without it. */
  readonly shift?: DayShift;
  readonly zone: string;
  /** Of the zone; later days have next to no conversations. */
  readonly today: string;
  readonly includesTechnical: boolean;
}

/** Months or days of a roll-up. `name` begins the names of its parameters. */
export interface Segment extends SignedSpan {
  readonly name: string;
  readonly isPrevious: boolean;
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
  return {
    months: list('months', ({ chosen }) => chosen.months),
    days: list('days', ({ chosen }) => chosen.days),
    whole: list('whole', ({ days }) => keepFilled(days)),
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
export function describeShape({ months, days, whole, partialDays }: Segments): string | undefined {
  if (partialDays.length > 0) return undefined;
  const describe = ({ isPrevious, sign }: Segment) => `${isPrevious ? 'p' : 'r'}${sign === 1 ? '+' : '-'}`;
  return [months, days, whole].map((segments) => segments.map(describe).join('')).join(' ');
}

export const inSegment = ({ name }: Segment, column: 'month' | 'day') =>
  `t.company_id = $companyId and t.${column} >= $${name}First::date and t.${column} < $${name}Until::date`;

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

/** The values of all parameters that the conditions above name. */
export function toSegmentValues({ months, days, whole, partialDays }: Segments): Record<string, string | Date> {
  return Object.fromEntries([
    ...[...months, ...days, ...whole].flatMap(({ name, first, until }) => [
      [`${name}First`, first],
      [`${name}Until`, until],
    ]),
    ...partialDays.flatMap(({ name, from, until, day }) => [
      [`${name}From`, new Date(from)],
      [`${name}Until`, new Date(until)],
      [`${name}Day`, day],
    ]),
  ]) as Record<string, string | Date>;
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
