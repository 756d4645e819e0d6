import { inLedgerDay, inPartialDay, inSegment, type Segment, type Segments } from './rollup-segments.ts';

/*
 * Common table expressions with the sums of a range and of the one before it. Each segment has a select of its own, because
 * joining the roll-ups to a list of segments takes twice as long.
 */

/** Renders the columns that a select sums up; `sign` is that of the segment. */
export type Select = (sign: '' | '-') => string;

export const isCounted = '($includesTechnical or not t.technical)';

interface Source {
  readonly segments: readonly Segment[];
  readonly table: string;
  readonly column: 'month' | 'day';
}

const selectSegments = ({ segments, table, column }: Source, select: Select, condition = isCounted) =>
  segments.map(
    (segment) => `select ${segment.isPrevious} as previous, ${select(segment.sign === 1 ? '' : '-')}
    from ${table} t where ${inSegment(segment, column)} and ${condition}`,
  );

const selectPartialDays = ({ partialDays }: Pick<Segments, 'partialDays'>, select: string, condition = isCounted) =>
  partialDays.map(
    (partialDay) => `select ${partialDay.isPrevious} as previous, ${select}
    from conversations t where ${inPartialDay(partialDay)} and ${condition}`,
  );

export const unionAll = (selects: readonly string[]) => selects.join('\n  union all ');

export interface Sums {
  /** `skill` or `user`. */
  readonly name: string;
  readonly select: Select;
  /** The same of one conversation. */
  readonly ofConversation: string;
  /** Condition on the rows; default: `isCounted`. */
  readonly condition?: string;
}

/** One select for each segment. */
export function listSelects(
  { months, days, partialDays }: Pick<Segments, 'months' | 'days' | 'partialDays'>,
  { name, select, ofConversation, condition }: Sums,
): string[] {
  return [
    ...selectSegments({ segments: months, table: `${name}_monthly_stats`, column: 'month' }, select, condition),
    ...selectSegments({ segments: days, table: `${name}_daily_stats`, column: 'day' }, select, condition),
    ...selectPartialDays({ partialDays }, ofConversation, condition),
  ];
}

/* Not below zero: while roll-ups are recomputed, a month may have less than the days that are subtracted from it. */
export const total = (column: string) => `greatest(sum(${column}), 0)::bigint as ${column}`;

export function skillSums(segments: Segments): string {
  const select: Select = (sign) => `skill_number as number, status, ${sign}conversations as conversations,
      ${sign}messages as messages, ${sign}api_calls as api_calls`;
  const ofConversation = 'skill_number as number, status, 1 as conversations, messages, api_calls';
  const selects = listSelects(segments, { name: 'skill', select, ofConversation });
  return `skill_sums as materialized (
  select previous, number, status, ${total('conversations')}, ${total('messages')}, ${total('api_calls')}
  from (${unionAll(selects)}) parts group by previous, number, status)`;
}

const weekday = 'extract(isodow from t.day)::int';

/** By day, where `hour` is null, and by hour of the week, where `day` is null. */
export function hourSums(segments: Segments): string {
  const select = (conversations: string) => `t.day, ${weekday} as weekday, hour,
      ${conversations}::int as conversations, sum(messages)::int as messages`;
  const source = { segments: segments.whole, table: 'hourly_stats', column: 'day' } as const;
  const selects = [
    ...selectSegments(source, () => select('sum(conversations)')),
    ...selectPartialDays(segments, select('count(*)')),
  ];
  return `hour_sums as materialized (
  select previous, day, weekday, hour, ${total('conversations')}, ${total('messages')}
  from (${unionAll(selects.map((each) => `${each} group by grouping sets ((t.day), (${weekday}, hour))`))}) parts
  group by previous, day, weekday, hour)`;
}

/** By skill and price, which `stats.repository.ts` rounds. Usage events of technical users are billed, so they always count. */
export function requestSums({ whole, partialDays }: Segments): string {
  const ofDays = whole.map(
    (segment) => `select ${segment.isPrevious} as previous, skill_number as number, price_ten_thousandths as price,
      sum(requests)::int as requests
    from usage_daily t where ${inSegment(segment, 'day')} group by skill_number, price_ten_thousandths`,
  );
  const ofPartialDays = partialDays.map(
    (partialDay) => `select ${partialDay.isPrevious} as previous, skill_number as number,
      price_ten_thousandths as price, count(*)::int as requests
    from usage_events t where ${inLedgerDay(partialDay)} group by skill_number, price_ten_thousandths`,
  );
  return `request_sums as materialized (
  select number, price, coalesce(sum(requests) filter (where not previous), 0)::bigint as requests,
    coalesce(sum(requests) filter (where previous), 0)::bigint as previous
  from (${unionAll([...ofDays, ...ofPartialDays])}) parts group by number, price)`;
}
