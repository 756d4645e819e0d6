import { skillListLength, topListLength, type TopSkillRow } from '#features/dashboard/contract/analytics.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import { joinSkills, joinUsers, skillFields, userFields } from '#domain/ledger/reported-names.sql.ts';
import { toJsonRow, toJsonRows } from '#server/sql/json-rows.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statementFamily } from '#server/sql/statement.ts';
import { boolean, integer, json, text, type RowOf } from '#server/sql/types.ts';
import { hourSums, skillSums } from './range-sums.sql.ts';
import { skillRequests } from './skill-requests.sql.ts';
import {
  describeShape,
  exampleSegments,
  ofRange,
  toMonthPartFields,
  toSegmentFields,
  toSegments,
  toSegmentValues,
  type ComparedRanges,
} from './rollup-segments.ts';
import { previousUsers, topUserSums, userSums } from './user-sums.sql.ts';

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

interface Compared {
  readonly total: number;
  readonly previous: number;
}

const statsRow = {
  statuses: json<StatusSum[]>(),
  users: json<Compared>(),
  topSkills: json<({ _id: string; name: string } & Compared)[]>(),
  topUsers:
    json<({ _id: string; firstName: string; lastName: string; isMapped: boolean; userNumber: number } & Compared)[]>(),
  /** Sums by day of both ranges; days without conversations are missing. */
  days: json<DaySum[]>(),
  hours: json<({ weekday: number; hour: number } & Compared)[]>(),
  /** Skills with the most requests, at most `skillListLength`. */
  skills: json<SkillRequests[]>(),
  /** Sums over all skills. */
  requests: json<{ skills: number; cost: TenThousandths; previousCost: TenThousandths } & Compared>(),
  demo: json<{ done: number; total: number }>(),
};

/** A range and the one before it, as one statement answers them. */
export type StatsRow = RowOf<typeof statsRow>;

const statuses = `select previous as "isPrevious", status, sum(conversations)::bigint as conversations,
  sum(messages)::bigint as messages, sum(api_calls)::bigint as "apiCalls" from skill_sums group by 1, 2`;

const users = `select
    (select count(*) from user_sums where conversations > 0 and number <> 0) as total,
    (select previous_users.users from previous_users) as previous`;

const topSkills = `select ${skillFields.id} as _id, ${skillFields.name} as name,
    coalesce(sum(conversations) filter (where not previous), 0) as total,
    coalesce(sum(conversations) filter (where previous), 0) as previous
  from skill_sums ${joinSkills('skill_sums.number')}
  group by 1, 2 having sum(conversations) filter (where not previous) > 0
  order by total desc, name, _id limit ${topListLength}`;

const topUsers = `select ${userFields.id} as _id, ${userFields.firstName} as "firstName",
    ${userFields.lastName} as "lastName", ${userFields.isMapped} as "isMapped", ${userFields.number} as "userNumber", top.messages as total, coalesce(before.messages, 0) as previous
  from top_users top left join top_before before on before.number = top.number ${joinUsers('top.number')}
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

const demo = `select count(done_at) as done, count(*) as total from demo_seed_progress
  where company_id = $companyId`;

const getStatsStatement = statementFamily((segments) => {
  const shape = describeShape(segments);
  const { months, days: singleDays, whole, wholeMonths, monthParts, partialDays } = segments;
  return {
    // Prepared for whole days: all ranges of one shape share the plan.
    name: shape === undefined ? undefined : `analytics.stats ${shape}`,
    text: `
        with ${skillSums(segments)},
        ${userSums(segments)},
        ${topUserSums(segments)},
        ${previousUsers(segments)},
        ${hourSums(segments)},
        ${skillRequests(segments)}
        select ${toJsonRows(statuses)} as statuses, ${toJsonRow(users)} as users, ${toJsonRows(topSkills)} as "topSkills",
          ${toJsonRows(topUsers)} as "topUsers", ${toJsonRows(days)} as days, ${toJsonRows(hours)} as hours,
          ${toJsonRows(skills)} as skills, ${toJsonRow(requests)} as requests, ${toJsonRow(demo)} as demo`,
    params: {
      includesTechnical: boolean,
      ...toSegmentFields([...months, ...singleDays, ...whole, ...wholeMonths], partialDays, true),
      ...toMonthPartFields(monthParts),
    },
    row: statsRow,
  };
}, exampleSegments);

export function getStats(tx: CompanyTransaction, ranges: ComparedRanges): Promise<StatsRow> {
  const segments = toSegments(ranges);
  const { includesTechnical } = ranges;
  return tx.get(getStatsStatement(segments), { ...toSegmentValues(segments), includesTechnical });
}

const listTopUsersStatement = statementFamily(
  (segments) => ({
    text: `
      with ${userSums(segments)}
      select ${userFields.id} as _id, ${userFields.firstName} as "firstName", ${userFields.lastName} as "lastName",
        ${userFields.isMapped} as "isMapped", ${userFields.number} as "userNumber", messages as total
      from user_sums ${joinUsers('user_sums.number')}
      where conversations > 0 and user_sums.number <> 0
      order by messages desc, user_sums.number`,
    params: {
      includesTechnical: boolean,
      ...toSegmentFields(ofRange([...segments.months, ...segments.days]), ofRange(segments.partialDays), false),
    },
    row: { _id: text, firstName: text, lastName: text, isMapped: boolean, userNumber: integer, total: integer },
  }),
  exampleSegments,
);

/** The users with a conversation in the range, by messages, with their stored names. */
export function listTopUsers(tx: CompanyTransaction, ranges: ComparedRanges) {
  const segments = toSegments(ranges);
  const { includesTechnical } = ranges;
  return tx.list(listTopUsersStatement(segments), { ...toSegmentValues(segments), includesTechnical });
}

const listTopSkillsStatement = statementFamily(
  (segments) => ({
    text: `
      with ${skillSums(segments)}
      select ${skillFields.id} as _id, ${skillFields.name} as name, sum(conversations)::bigint as total
      from skill_sums ${joinSkills('skill_sums.number')}
      where not previous and conversations > 0
      group by 1, 2 order by total desc, name, _id`,
    params: {
      includesTechnical: boolean,
      ...toSegmentFields([...segments.months, ...segments.days], segments.partialDays, false),
    },
    row: { _id: text, name: text, total: integer },
  }),
  exampleSegments,
);

/** The skills with a conversation in the range, by conversations. */
export function listTopSkills(tx: CompanyTransaction, ranges: ComparedRanges): Promise<TopSkillRow[]> {
  const segments = toSegments(ranges);
  const { includesTechnical } = ranges;
  return tx.list(listTopSkillsStatement(segments), { ...toSegmentValues(segments), includesTechnical });
}
