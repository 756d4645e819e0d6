import { conversationStatuses } from '#contract/analytics/conversations.ts';
import type { DaySpan, Range } from '../../lib/calendar/ranges.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { statement, statementFamily } from '../../sql/statement.ts';
import { array, date, instant, integer } from '../../sql/types.ts';
import { logFilter, matchesFilter } from './log-filter.repository.ts';
import type { LogFilter } from './log-filter.repository.ts';

/** How many conversations match on a day, or in the month that starts on it. */
export interface DayCount {
  readonly first: string;
  readonly count: number;
}

type Granularity = 'month' | 'day';

/** Whether roll-ups can count the matches: none of them is by user and skill, by hour, or by answers. */
export const isRolledUp = ({ users, skills, weekday, hour, failures, slowerThanMs }: LogFilter) =>
  (users === null || skills === null) && [weekday, hour, failures, slowerThanMs].every((value) => value === null);

const spansAndFilter = {
  firsts: array(date),
  untils: array(date),
  statuses: logFilter.statuses,
  includesTechnical: logFilter.includesTechnical,
};

const selectCounts = (table: string, granularity: Granularity, sum: string) => `
  select t.${granularity} as first, sum(${sum})::bigint as count
  from unnest($firsts::date[], $untils::date[]) as span (first, until)
  join ${table}_${granularity === 'day' ? 'daily' : 'monthly'}_stats t
    on t.company_id = $companyId and t.${granularity} >= span.first and t.${granularity} < span.until`;

const orderCounts = (granularity: Granularity, sum: string) =>
  `group by t.${granularity} having sum(${sum}) > 0 order by t.${granularity} desc`;

const granularities: readonly Granularity[] = ['month', 'day'];

const countBySkillStatement = statementFamily(
  (granularity) => ({
    text: `
      ${selectCounts('skill', granularity, 't.conversations')}
      where ($skills::int[] is null or t.skill_number = any($skills))
        and ($statuses::smallint[] is null or t.status = any($statuses))
        and ($includesTechnical or not t.technical)
      ${orderCounts(granularity, 't.conversations')}`,
    params: { ...spansAndFilter, skills: logFilter.skills },
    row: { first: date, count: integer },
  }),
  granularities,
);

/** The roll-up of users has a column for each status. */
const sumStatuses = conversationStatuses
  .map(
    (status, index) =>
      `case when $statuses::smallint[] is null or ${index + 1} = any($statuses) then t.${status.toLowerCase()} else 0 end`,
  )
  .join(' + ');

const countByUserStatement = statementFamily(
  (granularity) => ({
    text: `
      ${selectCounts('user', granularity, sumStatuses)}
      where t.user_number = any($users::int[]) and ($includesTechnical or not t.technical)
      ${orderCounts(granularity, sumStatuses)}`,
    params: { ...spansAndFilter, users: logFilter.users },
    row: { first: date, count: integer },
  }),
  granularities,
);

/** Counts by month or day, from the roll-up of users where users are filtered, else from that of skills; newest first. */
export async function listCounts(
  tx: CompanyTransaction,
  filter: LogFilter,
  granularity: Granularity,
  spans: readonly DaySpan[],
): Promise<DayCount[]> {
  if (spans.length === 0) return [];
  const params = { ...filter, firsts: spans.map(({ first }) => first), untils: spans.map(({ until }) => until) };
  return filter.users === null
    ? tx.list(countBySkillStatement(granularity), params)
    : tx.list(countByUserStatement(granularity), params);
}

export interface RangeCount extends Range {
  readonly count: number;
}

const sliceMs = 24 * 60 * 60_000;

const listSliceCountsStatement = statement({
  text: `
    select date_bin('24 hours', c.started_at, $from::timestamptz) as slice, count(*) as count
    from conversations c
    where c.company_id = $companyId and c.started_at >= $from::timestamptz and c.started_at < $until::timestamptz
      and ${matchesFilter}
    group by 1 order by 1 desc`,
  params: { ...logFilter, from: instant, until: instant },
  row: { slice: instant, count: integer },
});

/** Counts the conversations themselves, in slices of 24 hours that start with the range; newest first. */
export async function listSliceCounts(tx: CompanyTransaction, filter: LogFilter, range: Range): Promise<RangeCount[]> {
  const params = { ...filter, from: new Date(range.from), until: new Date(range.until) };
  const rows = await tx.list(listSliceCountsStatement, params);
  return rows.map(({ slice, count }) => {
    const from = slice.getTime();
    return { from, until: Math.min(from + sliceMs, range.until), count };
  });
}
