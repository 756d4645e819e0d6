import { conversationStatuses } from '#contract/analytics/conversations.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import type { DaySpan, Range } from '../../lib/calendar/ranges.ts';
import type { LogFilter } from './log-filter.repository.ts';
import { Values } from './values.ts';

/** How many conversations match on a day, or in the month that starts on it. */
export interface DayCount {
  readonly first: string;
  readonly count: number;
}

type RollUp = 'month' | 'day';

/** Whether roll-ups know the answer: none of them knows users and skills together. */
export const isRolledUp = ({ users, skills }: LogFilter) => users === undefined || skills === undefined;

/** By month or day, from the roll-up of skills, or that of users where users are asked for; newest first. */
export async function countByRollUp(
  tx: Transaction,
  filter: LogFilter,
  rollUp: RollUp,
  spans: readonly DaySpan[],
): Promise<DayCount[]> {
  if (spans.length === 0) return [];
  const values = new Values();
  const first = values.add(spans.map((span) => span.first));
  const until = values.add(spans.map((span) => span.until));
  const { table, sum, conditions } = filter.users ? describeUsers(filter, values) : describeSkills(filter, values);
  if (!filter.includesTechnical) conditions.push('not t.technical');
  const { rows } = await toExecutor(tx).query<DayCount>({
    text: `select t.${rollUp}::text as first, sum(${sum})::int as count
      from unnest(${first}::date[], ${until}::date[]) as span (first, until)
      join ${table}_${rollUp === 'day' ? 'daily' : 'monthly'}_stats t on t.${rollUp} >= span.first and t.${rollUp} < span.until
      ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
      group by t.${rollUp} having sum(${sum}) > 0 order by t.${rollUp} desc`,
    values: values.list,
  });
  return rows;
}

function describeSkills({ skills, statuses }: LogFilter, values: Values) {
  const conditions: string[] = [];
  if (skills) conditions.push(`t.skill_number = any(${values.add(skills)}::int[])`);
  if (statuses) conditions.push(`t.status = any(${values.add(statuses)}::smallint[])`);
  return { table: 'skill', sum: 't.conversations', conditions };
}

function describeUsers({ users, statuses }: LogFilter, values: Values) {
  const names = conversationStatuses.filter((_, place) => !statuses || statuses.includes(place + 1));
  const conditions = [`t.user_number = any(${values.add(users)}::int[])`];
  return { table: 'user', sum: names.map((name) => `t.${name.toLowerCase()}`).join(' + '), conditions };
}

/** What of a conversation is asked, without the range. */
export function matchRow({ users, skills, statuses, includesTechnical }: LogFilter, values: Values): string {
  const conditions: string[] = [];
  if (users) conditions.push(`c.user_number = any(${values.add(users)}::int[])`);
  if (skills) conditions.push(`c.skill_number = any(${values.add(skills)}::int[])`);
  if (statuses) conditions.push(`c.status = any(${values.add(statuses)}::smallint[])`);
  if (!includesTechnical) conditions.push('not c.technical');
  return conditions.map((condition) => ` and ${condition}`).join('');
}

export interface RowCount extends Range {
  readonly count: number;
}

const sliceMs = 24 * 60 * 60_000;

/** The conversations themselves, counted from an index by slices of 24 hours that start with the range; newest first. */
export async function countRows(tx: Transaction, filter: LogFilter, range: Range): Promise<RowCount[]> {
  const values = new Values();
  const from = `${values.add(new Date(range.from).toISOString())}::timestamptz`;
  const until = `${values.add(new Date(range.until).toISOString())}::timestamptz`;
  const { rows } = await toExecutor(tx).query<{ slice: Date; count: number }>({
    text: `select date_bin('24 hours', c.started_at, ${from}) as slice, count(*)::int as count
      from conversations c where c.started_at >= ${from} and c.started_at < ${until}${matchRow(filter, values)}
      group by 1 order by 1 desc`,
    values: values.list,
  });
  return rows.map(({ slice, count }) => {
    const start = slice.getTime();
    return { from: start, until: Math.min(start + sliceMs, range.until), count };
  });
}
