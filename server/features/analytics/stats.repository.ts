import { skillListLength, topListLength } from '#contract/analytics/analytics.ts';
import type { TenThousandths } from '#contract/billing/money.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { joinSkills, joinUsers, skillFields, userFields } from './reported-names.sql.ts';
import { describeShape, toPeriodParts } from './rollup-segments.ts';
import type { PeriodParts, Periods } from './rollup-segments.ts';
import { hourSums, requestSums, skillSums, userSums } from './period-sums.sql.ts';
import { Values } from './values.ts';

export interface StatusSum {
  readonly isPrevious: boolean;
  readonly status: number;
  readonly conversations: number;
  readonly messages: number;
  readonly apiCalls: number;
}

export interface DaySum {
  readonly isPrevious: boolean;
  readonly date: string;
  readonly messages: number;
  readonly conversations: number;
}

export interface SkillRequests {
  readonly id: string;
  readonly name: string;
  readonly requests: number;
  readonly previous: number;
  readonly cost: TenThousandths;
}

/** What one statement tells of a range and the one before it. */
export interface StatsRow {
  readonly statuses: readonly StatusSum[];
  readonly users: { readonly total: number; readonly previous: number };
  readonly topSkills: { _id: string; name: string; total: number; previous: number }[];
  readonly topUsers: { _id: string; firstName: string; lastName: string; total: number; previous: number }[];
  /** Of both ranges; days without anything are not there. */
  readonly days: readonly DaySum[];
  readonly hours: { weekday: number; hour: number; total: number; previous: number }[];
  /** The busiest, at most `skillListLength`. */
  readonly skills: readonly SkillRequests[];
  /** Of all skills. */
  readonly requests: {
    readonly skills: number;
    readonly total: number;
    readonly previous: number;
    readonly cost: TenThousandths;
    readonly previousCost: TenThousandths;
  };
  readonly demo: { readonly done: number; readonly total: number };
}

const list = (select: string) => `(select coalesce(json_agg(row_to_json(listed)), '[]') from (${select}) listed)`;
const record = (select: string) => `(select row_to_json(one) from (${select}) one)`;

const statuses = `select previous as "isPrevious", status, sum(conversations)::bigint as conversations,
  sum(messages)::bigint as messages, sum(api_calls)::bigint as "apiCalls" from skill_sums group by 1, 2`;

const users = `select count(*) filter (where not previous) as total, count(*) filter (where previous) as previous
  from user_sums where conversations > 0 and number <> 0`;

const topSkills = `select ${skillFields.id} as _id, ${skillFields.name} as name,
    coalesce(sum(conversations) filter (where not previous), 0) as total,
    coalesce(sum(conversations) filter (where previous), 0) as previous
  from skill_sums ${joinSkills('skill_sums.number')}
  group by 1, 2 having sum(conversations) filter (where not previous) > 0
  order by total desc, name, _id limit ${topListLength}`;

const topUsers = `select ${userFields.id} as _id, ${userFields.firstName} as "firstName",
    ${userFields.lastName} as "lastName", top.messages as total, coalesce(before.messages, 0) as previous
  from (select number, messages from user_sums where not previous and conversations > 0 and number <> 0
    order by messages desc, number limit ${topListLength}) top
  left join user_sums before on before.previous and before.number = top.number ${joinUsers('top.number')}
  order by total desc, top.number`;

const days = `select previous as "isPrevious", day as date, messages, conversations from hour_sums where day is not null`;

const hours = `select weekday, hour,
    coalesce(sum(conversations) filter (where not previous), 0)::bigint as total,
    coalesce(sum(conversations) filter (where previous), 0)::bigint as previous
  from hour_sums where day is null group by 1, 2 having sum(conversations) > 0 order by 1, 2`;

const skills = `select id, name, requests, previous, cost from skill_requests where requests > 0
  order by requests desc, name, id limit ${skillListLength}`;

const requests = `select count(*) filter (where requests > 0) as skills, coalesce(sum(requests), 0) as total,
  coalesce(sum(previous), 0) as previous, coalesce(sum(cost), 0) as cost,
  coalesce(sum(previous_cost), 0) as "previousCost" from skill_requests`;

const demo = `select count(done_at) as done, count(*) as total from demo_seed_progress`;

function toText(parts: PeriodParts, values: Values): string {
  const writing = { parts, values };
  return `
  with ${skillSums(writing)},
  ${userSums(writing)},
  ${hourSums(writing)},
  ${requestSums(writing)},
  skill_requests as materialized (
    select ${skillFields.id} as id, ${skillFields.name} as name, sum(requests) as requests, sum(previous) as previous,
      sum(cost) as cost, sum(previous_cost) as previous_cost
    from request_sums ${joinSkills('request_sums.number')} group by 1, 2)
  select ${list(statuses)} as statuses, ${record(users)} as users, ${list(topSkills)} as "topSkills",
    ${list(topUsers)} as "topUsers", ${list(days)} as days, ${list(hours)} as hours, ${list(skills)} as skills,
    ${record(requests)} as requests, ${record(demo)} as demo`;
}

/** Over whole days, a statement is planned once per connection for all ranges that are made of the same parts. */
export async function readStats(tx: Transaction, periods: Periods): Promise<StatsRow> {
  const parts = toPeriodParts(periods);
  const values = new Values([periods.includesTechnical]);
  const text = toText(parts, values);
  const shape = describeShape(parts);
  const name = shape === undefined ? {} : { name: `analytics stats ${shape}` };
  const { rows } = await toExecutor(tx).query<StatsRow>({ ...name, text, values: values.list });
  if (!rows[0]) throw new Error('the statement returned no row');
  return rows[0];
}
