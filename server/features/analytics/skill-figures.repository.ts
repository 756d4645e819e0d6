import { topListLength } from '#contract/analytics/analytics.ts';
import type { TenThousandths } from '#contract/billing/money.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { joinUsers, userFields } from './reported-names.sql.ts';
import { describeShape, toPeriodParts } from './rollup-segments.ts';
import type { Periods } from './rollup-segments.ts';
import { inEdge, inStretch, isCounted, unite } from './period-sums.sql.ts';
import type { Writing } from './period-sums.sql.ts';
import { Values } from './values.ts';

/** Conversations of one outcome; `date` is null for the range before, which is not told by days. */
export interface StatusDay {
  readonly isPrevious: boolean;
  readonly date: string | null;
  readonly status: number;
  readonly conversations: number;
}

export interface RequestDay {
  readonly isPrevious: boolean;
  readonly date: string | null;
  readonly requests: number;
  readonly cost: TenThousandths;
}

/** What one statement tells of a skill in a range and the one before it; days without anything are not there. */
export interface SkillFiguresRow {
  /** Whether the store has the skill. */
  readonly isThere: boolean;
  readonly conversations: readonly StatusDay[];
  readonly requests: readonly RequestDay[];
  readonly topUsers: { _id: string; firstName: string; lastName: string; total: number }[];
}

const list = (select: string) => `(select coalesce(json_agg(row_to_json(listed)), '[]') from (${select}) listed)`;

const ofSkill = 't.skill_number in (select number from numbers)';
/** How an arm names its range and its day. */
const place = (isPrevious: boolean) =>
  `select ${isPrevious} as previous, ${isPrevious ? 'null::date' : 't.day'} as day`;

function writeConversations({ parts, values }: Writing): string {
  const whole = parts.whole.map(
    (stretch) => `${place(stretch.isPrevious)}, status, conversations
    from skill_daily_stats t where ${inStretch(values, 'day', stretch)} and ${isCounted} and ${ofSkill}`,
  );
  const edges = parts.edges.map(
    ({ isPrevious, from, until }) => `${place(isPrevious)}, status, 1 as conversations
    from conversations t where ${inEdge(values, 'started_at', from, until)} and ${isCounted} and ${ofSkill}`,
  );
  return `select previous as "isPrevious", day as date, status, sum(conversations)::bigint as conversations
    from (${unite([...whole, ...edges])}) parts group by previous, day, status`;
}

/** The ledger knows no technical users: what is billed is billed. */
function writeRequests({ parts, values }: Writing): string {
  const whole = parts.whole.map(
    (stretch) => `${place(stretch.isPrevious)}, requests, requests * price_ten_thousandths as cost
    from usage_daily t where ${inStretch(values, 'day', stretch)} and ${ofSkill}`,
  );
  const edges = parts.edges.map(
    (edge) => `${place(edge.isPrevious)}, 1 as requests, price_ten_thousandths as cost
    from usage_events t where t.day = ${values.add(edge.day)}::date
      and ${inEdge(values, 'occurred_at', edge.ledgerFrom, edge.ledgerUntil)} and ${ofSkill}`,
  );
  return `select previous as "isPrevious", day as date, sum(requests)::bigint as requests, sum(cost)::bigint as cost
    from (${unite([...whole, ...edges])}) parts group by previous, day`;
}

/** Counted in the key of the conversations alone, without their rows. */
function writeTopUsers(values: Values, { range }: Periods): string {
  const [from, until] = [new Date(range.from).toISOString(), new Date(range.until).toISOString()];
  return `select ${userFields.id} as _id, ${userFields.firstName} as "firstName", ${userFields.lastName} as "lastName",
      top.total
    from (select user_number, count(*) as total from conversations t
      where ${inEdge(values, 'started_at', from, until)} and ${isCounted} and ${ofSkill} and user_number <> 0
      group by user_number order by total desc, user_number limit ${topListLength}) top
    ${joinUsers('top.user_number')} order by top.total desc, top.user_number`;
}

/** Names that mean the skill count together. Another company's numbers lie behind the wall, also of a shared skill. */
export async function readSkillFigures(tx: Transaction, periods: Periods, skillId: string): Promise<SkillFiguresRow> {
  const parts = toPeriodParts(periods);
  const values = new Values([periods.includesTechnical, skillId]);
  const writing = { parts, values };
  const text = `
  with numbers as materialized (select number from reported_skills where skill_id = $2)
  select exists (select from skills where id = $2 and deleted_at is null) as "isThere",
    ${list(writeConversations(writing))} as conversations, ${list(writeRequests(writing))} as requests,
    ${list(writeTopUsers(values, periods))} as "topUsers"`;
  const shape = describeShape(parts);
  const name = shape === undefined ? {} : { name: `analytics skill ${shape}` };
  const { rows } = await toExecutor(tx).query<SkillFiguresRow>({ ...name, text, values: values.list });
  if (!rows[0]) throw new Error('the statement returned no row');
  return rows[0];
}
