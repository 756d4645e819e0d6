import type { Edge, PeriodParts, Stretch } from './rollup-segments.ts';
import type { Values } from './values.ts';

/*
 * The sums of a range and the one before it. Each part of them has an arm of its own in the statement: joined to a list
 * of parts, the same sums take twice as long.
 */

/** A statement that is being written; its `$1` is whether conversations of technical users count. */
export interface Writing {
  readonly parts: PeriodParts;
  readonly values: Values;
}

type Column = 'month' | 'day';
/** What is summed up of a row, with the sign with which the row counts. */
type Select = (sign: '' | '-') => string;

export const isCounted = '($1 or not t.technical)';

export const inStretch = (values: Values, column: Column, { first, until }: Stretch) =>
  `t.${column} >= ${values.add(first)}::date and t.${column} < ${values.add(until)}::date`;

export const inEdge = (values: Values, column: string, from: string, until: string) =>
  `t.${column} >= ${values.add(from)}::timestamptz and t.${column} < ${values.add(until)}::timestamptz`;

interface Source {
  readonly stretches: readonly Stretch[];
  readonly table: string;
  readonly column: Column;
}

const toArms = (values: Values, { stretches, table, column }: Source, select: Select) =>
  stretches.map(
    (stretch) => `select ${stretch.isPrevious} as previous, ${select(stretch.sign === 1 ? '' : '-')}
    from ${table} t where ${inStretch(values, column, stretch)} and ${isCounted}`,
  );

const toEdgeArms = (values: Values, edges: readonly Edge[], select: string) =>
  edges.map(
    ({ isPrevious, from, until }) => `select ${isPrevious} as previous, ${select}
    from conversations t where ${inEdge(values, 'started_at', from, until)} and ${isCounted}`,
  );

/** The months, the days and what is left of the days that are only touched. */
const uniteParts = ({ parts, values }: Writing, name: string, select: Select, ofRow: string) =>
  unite([
    ...toArms(values, { stretches: parts.months, table: `${name}_monthly_stats`, column: 'month' }, select),
    ...toArms(values, { stretches: parts.days, table: `${name}_daily_stats`, column: 'day' }, select),
    ...toEdgeArms(values, parts.edges, ofRow),
  ]);

export const unite = (arms: readonly string[]) => arms.join('\n  union all ');

/* While sums are being made anew they may be short of what is taken away from them; nothing is ever fewer than none. */
const total = (column: string) => `greatest(sum(${column}), 0)::bigint as ${column}`;

export function skillSums(writing: Writing): string {
  const select: Select = (sign) => `skill_number as number, status, ${sign}conversations as conversations,
      ${sign}messages as messages, ${sign}api_calls as api_calls`;
  const ofRow = 'skill_number as number, status, 1 as conversations, messages, api_calls';
  return `skill_sums as materialized (
  select previous, number, status, ${total('conversations')}, ${total('messages')}, ${total('api_calls')}
  from (${uniteParts(writing, 'skill', select, ofRow)}) parts group by previous, number, status)`;
}

/** One row for each user number and range, with those who have no conversation left. */
export function userSums(writing: Writing): string {
  const select: Select = (sign) => `user_number as number,
      ${sign}(completed + processing + failed + escaped + error) as conversations, ${sign}messages as messages`;
  return `user_sums as materialized (
  select previous, number, ${total('conversations')}, ${total('messages')}
  from (${uniteParts(writing, 'user', select, 'user_number as number, 1 as conversations, messages')}) parts
  group by previous, number)`;
}

const weekday = 'extract(isodow from t.day)::int';

/** By day, where `hour` is null, and by hour of the week, where `day` is. */
export function hourSums({ parts, values }: Writing): string {
  const select = (conversations: string) => `t.day, ${weekday} as weekday, hour,
      ${conversations}::int as conversations, sum(messages)::int as messages`;
  const source = { stretches: parts.whole, table: 'hourly_stats', column: 'day' } as const;
  const arms = [
    ...toArms(values, source, () => select('sum(conversations)')),
    ...toEdgeArms(values, parts.edges, select('count(*)')),
  ];
  return `hour_sums as materialized (
  select previous, day, weekday, hour, ${total('conversations')}, ${total('messages')}
  from (${unite(arms.map((arm) => `${arm} group by grouping sets ((t.day), (${weekday}, hour))`))}) parts
  group by previous, day, weekday, hour)`;
}

/**
 * The ledger knows no technical users: what is billed is billed. Runs are counted by price before they are multiplied,
 * because sums of products are made in numbers of any size, which are slow.
 */
export function requestSums({ parts, values }: Writing): string {
  const whole = parts.whole.map(
    (stretch) => `select ${stretch.isPrevious} as previous, skill_number as number, sum(requests)::int as requests,
      sum(requests)::bigint * price_ten_thousandths as cost
    from usage_daily t where ${inStretch(values, 'day', stretch)} group by skill_number, price_ten_thousandths`,
  );
  const edges = parts.edges.map(
    (edge) => `select ${edge.isPrevious} as previous, skill_number as number, count(*)::int as requests,
      sum(price_ten_thousandths) as cost
    from usage_events t where t.day = ${values.add(edge.day)}::date
      and ${inEdge(values, 'occurred_at', edge.ledgerFrom, edge.ledgerUntil)} group by skill_number`,
  );
  return `request_sums as materialized (
  select number, coalesce(sum(requests) filter (where not previous), 0)::bigint as requests,
    coalesce(sum(requests) filter (where previous), 0)::bigint as previous,
    coalesce(sum(cost) filter (where not previous), 0) as cost,
    coalesce(sum(cost) filter (where previous), 0) as previous_cost
  from (${unite([...whole, ...edges])}) parts group by number)`;
}
