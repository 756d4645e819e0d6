import { conversationStatuses } from '#contract/conversations/conversations.ts';
import type { DaySpan, Range } from '#server/lib/calendar/ranges.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement, statementFamily } from '#server/sql/statement.ts';
import { array, date, instant, integer, uuid } from '#server/sql/types.ts';
import { logFilter, matchesFilter, type LogFilter } from './log-filter.repository.ts';

/** How many conversations match on a day, or in the month that starts on it. */
export interface DayCount {
  readonly first: string;
  readonly count: number;
}

type Granularity = 'month' | 'day';

/** The quantity that is summed over the matches. */
export type Measure = 'conversations' | 'messages' | 'apiCalls';

const measures: Readonly<Record<Measure, { readonly rollup: string; readonly ofRows: string }>> = {
  conversations: { rollup: 't.conversations', ofRows: 'count(*)' },
  messages: { rollup: 't.messages', ofRows: 'sum(c.messages)' },
  apiCalls: { rollup: 't.api_calls', ofRows: 'sum(c.api_calls)' },
};

export interface Counting {
  readonly granularity: Granularity;
  readonly measure: Measure;
}

const spansAndFilter = {
  firsts: array(date),
  untils: array(date),
  status: logFilter.status,
  includesTechnical: logFilter.includesTechnical,
};

const selectCounts = (table: string, granularity: Granularity, sum: string) => `
  select t.${granularity} as first, sum(${sum})::bigint as count
  from unnest($firsts::date[], $untils::date[]) as span (first, until)
  join ${table}_${granularity === 'day' ? 'daily' : 'monthly'}_stats t
    on t.company_id = $companyId and t.${granularity} >= span.first and t.${granularity} < span.until`;

const orderCounts = (granularity: Granularity, sum: string) =>
  `group by t.${granularity} having sum(${sum}) > 0 order by t.${granularity} desc`;

const countings = (...ofMeasures: Measure[]) =>
  ofMeasures.flatMap((measure) => (['month', 'day'] as const).map((granularity) => ({ granularity, measure })));

const countBySkillStatement = statementFamily(
  ({ granularity, measure }: Counting) => ({
    text: `
      ${selectCounts('skill', granularity, measures[measure].rollup)}
      where ($skills::int[] is null or t.skill_number = any($skills))
        and ($status::int4[] is null or t.status = any($status))
        and ($includesTechnical or not t.technical)
      ${orderCounts(granularity, measures[measure].rollup)}`,
    params: { ...spansAndFilter, skills: logFilter.skills },
    row: { first: date, count: integer },
  }),
  countings('conversations', 'messages', 'apiCalls'),
);

/** The roll-up of users has a column for each status. */
const sumStatuses = conversationStatuses
  .map(
    (status, index) =>
      `case when $status::int4[] is null or ${index + 1} = any($status) then t.${status.toLowerCase()} else 0 end`,
  )
  .join(' + ');

/** The sum by user; for messages the roll-up has one for all statuses. */
const toUserSum = (measure: Measure) =>
  measure === 'messages' ? 'case when $status::int4[] is null then t.messages end' : sumStatuses;

const countByUserStatement = statementFamily(
  ({ granularity, measure }: Counting) => ({
    text: `
      ${selectCounts('user', granularity, toUserSum(measure))}
      where t.user_number = any($users::int[]) and ($includesTechnical or not t.technical)
      ${orderCounts(granularity, toUserSum(measure))}`,
    params: { ...spansAndFilter, users: logFilter.users },
    row: { first: date, count: integer },
  }),
  countings('conversations', 'messages'),
);

/** Whether a roll-up has the sum of the matches of a filter that `splitFilter` divides. */
export const isSummed = ({ users, status }: LogFilter, measure: Measure) =>
  users === null || measure === 'conversations' || (measure === 'messages' && status === null);

/** Sums by month or day, from the roll-up of users where users are filtered, else from that of skills; newest first. */
export async function listCounts(
  tx: CompanyTransaction,
  filter: LogFilter,
  counting: Counting,
  spans: readonly DaySpan[],
): Promise<DayCount[]> {
  if (spans.length === 0) return [];
  const params = { ...filter, firsts: spans.map(({ first }) => first), untils: spans.map(({ until }) => until) };
  return filter.users === null
    ? tx.list(countBySkillStatement(counting), params)
    : tx.list(countByUserStatement(counting), params);
}

export interface RangeCount extends Range {
  readonly count: number;
}

const sliceMs = 24 * 60 * 60_000;

const listSliceCountsStatement = statementFamily(
  (measure: Measure) => ({
    text: `
    select date_bin('24 hours', c.started_at, $from::timestamptz) as slice, ${measures[measure].ofRows} as count
    from conversations c
    where c.company_id = $companyId and c.started_at >= $from::timestamptz and c.started_at < $until::timestamptz
      and ${matchesFilter}
    group by 1 order by 1 desc`,
    params: { ...logFilter, from: instant, until: instant },
    row: { slice: instant, count: integer },
  }),
  ['conversations', 'messages', 'apiCalls'],
);

const listDayCountsStatement = statementFamily(
  (measure: Measure) => ({
    text: `
    select c.day as first, ${measures[measure].ofRows} as count
    from unnest($froms::timestamptz[], $untils::timestamptz[]) as span (first, until)
    join conversations c on c.company_id = $companyId and c.started_at >= span.first and c.started_at < span.until
      and c.started_at >= $earliest::timestamptz and c.started_at < $latest::timestamptz
    where ${matchesFilter}
    group by 1`,
    params: { ...logFilter, froms: array(instant), untils: array(instant), earliest: instant, latest: instant },
    row: { first: date, count: integer },
  }),
  ['conversations', 'messages', 'apiCalls'],
);

/** Reads the conversations themselves, in ranges of whole days. */
export async function listDayCounts(
  tx: CompanyTransaction,
  filter: LogFilter,
  ranges: readonly Range[],
  measure: Measure,
): Promise<DayCount[]> {
  if (ranges.length === 0) return [];
  const froms = ranges.map(({ from }) => from);
  const untils = ranges.map(({ until }) => until);
  return tx.list(listDayCountsStatement(measure), {
    ...filter,
    froms: froms.map((from) => new Date(from)),
    untils: untils.map((until) => new Date(until)),
    earliest: new Date(Math.min(...froms)),
    latest: new Date(Math.max(...untils)),
  });
}

/** Counts the conversations that start at `at` and are listed behind `id`, which starts at the same instant. */
export const countBehind = statement.get({
  text: `
    select count(*) as count from conversations c
    where c.company_id = $companyId and c.started_at = $at::timestamptz and c.id < $id and ${matchesFilter}`,
  params: { ...logFilter, at: instant, id: uuid },
  row: { count: integer },
});

/** Reads the conversations themselves, in slices of 24 hours that start with the range; newest first. */
export async function listSliceCounts(
  tx: CompanyTransaction,
  { filter, range }: { readonly filter: LogFilter; readonly range: Range },
  measure: Measure = 'conversations',
): Promise<RangeCount[]> {
  const params = { ...filter, from: new Date(range.from), until: new Date(range.until) };
  const rows = await tx.list(listSliceCountsStatement(measure), params);
  return rows.map(({ slice, count }) => {
    const from = slice.getTime();
    return { from, until: Math.min(from + sliceMs, range.until), count };
  });
}
