import { topListLength } from '#features/dashboard/contract/analytics.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import { withCost } from '#domain/ledger/cost.sql.ts';
import { joinUsers, userFields } from '#domain/ledger/reported-names.sql.ts';
import { toJsonRows } from '#server/sql/json-rows.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statementFamily } from '#server/sql/statement.ts';
import { boolean, instant, json, uuid, type RowOf } from '#server/sql/types.ts';
import { isCounted, unionAll } from '../range-sums.sql.ts';
import {
  describeShape,
  exampleSegments,
  inLedgerDay,
  inPartialDay,
  inSegment,
  toSegmentFields,
  toSegments,
  toSegmentValues,
  type ComparedRanges,
  type Segments,
} from '../rollup-segments.ts';

/** Conversations with one status; `date` is null for the range before, which is one sum. */
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

const figuresRow = {
  /** Whether the company's store has the skill. */
  isFound: boolean,
  conversations: json<StatusDay[]>(),
  requests: json<RequestDay[]>(),
  topUsers:
    json<
      { _id: string; firstName: string; lastName: string; isMapped: boolean; userNumber: number; total: number }[]
    >(),
};

/** A skill in a range and in the one before it; days without conversations or requests are missing. */
export type SkillFiguresRow = RowOf<typeof figuresRow>;

const ofSkill = 't.skill_number in (select number from numbers)';

const selectDay = (isPrevious: boolean) =>
  `select ${isPrevious} as previous, ${isPrevious ? 'null::date' : 't.day'} as day`;

function conversationsByDay({ whole, partialDays }: Segments): string {
  const ofDays = whole.map(
    (segment) => `${selectDay(segment.isPrevious)}, status, conversations
    from skill_daily_stats t where ${inSegment(segment, 'day')} and ${isCounted} and ${ofSkill}`,
  );
  const ofPartialDays = partialDays.map(
    (partialDay) => `${selectDay(partialDay.isPrevious)}, status, 1 as conversations
    from conversations t where ${inPartialDay(partialDay)} and ${isCounted} and ${ofSkill}`,
  );
  return `select previous as "isPrevious", day as date, status, sum(conversations)::bigint as conversations
    from (${unionAll([...ofDays, ...ofPartialDays])}) parts group by previous, day, status`;
}

/** Usage events of technical users are billed, so they always count. */
function requestsByDay({ whole, partialDays }: Segments): string {
  const ofDays = whole.map(
    (segment) => `${selectDay(segment.isPrevious)}, requests, price_ten_thousandths as price
    from usage_daily t where ${inSegment(segment, 'day')} and ${ofSkill}`,
  );
  const ofPartialDays = partialDays.map(
    (partialDay) => `${selectDay(partialDay.isPrevious)}, 1 as requests, price_ten_thousandths as price
    from usage_events t where ${inLedgerDay(partialDay)} and ${ofSkill}`,
  );
  const prices = `select previous, day, price, sum(requests)::bigint as requests
    from (${unionAll([...ofDays, ...ofPartialDays])}) parts group by previous, day, price`;
  return `select previous as "isPrevious", day as date, sum(requests)::bigint as requests, sum(cost)::bigint as cost
    from (${withCost(prices, 'previous')}) costs group by previous, day`;
}

/** Counted by an index-only scan of the conversations. */
const topUsers = `select ${userFields.id} as _id, ${userFields.firstName} as "firstName", ${userFields.lastName} as "lastName",
    ${userFields.isMapped} as "isMapped", ${userFields.number} as "userNumber", top.total
  from (select user_number, count(*) as total from conversations t
    where t.company_id = $companyId and t.started_at >= $from and t.started_at < $until and ${isCounted} and ${ofSkill}
      and user_number <> 0
    group by user_number order by total desc, user_number limit ${topListLength}) top
  ${joinUsers('top.user_number')} order by top.total desc, top.user_number`;

const getSkillFiguresStatement = statementFamily((segments) => {
  const shape = describeShape(segments);
  return {
    // Prepared for whole days: all ranges of one shape share the plan.
    name: shape === undefined ? undefined : `analytics.skill-figures ${shape}`,
    text: `
      with numbers as materialized (
        select number from reported_skills where company_id = $companyId and skill_id = $skillId)
      select exists (
          select from skills where (company_id = $companyId or is_provided) and id = $skillId and deleted_at is null
        ) as "isFound",
        ${toJsonRows(conversationsByDay(segments))} as conversations, ${toJsonRows(requestsByDay(segments))} as requests,
        ${toJsonRows(topUsers)} as "topUsers"`,
    params: {
      includesTechnical: boolean,
      skillId: uuid,
      from: instant,
      until: instant,
      ...toSegmentFields(segments.whole, segments.partialDays, true),
    },
    row: figuresRow,
  };
}, exampleSegments);

/** All reported names of the skill count together. */
export function getSkillFigures(
  tx: CompanyTransaction,
  ranges: ComparedRanges,
  skillId: string,
): Promise<SkillFiguresRow> {
  const segments = toSegments(ranges);
  const { range, includesTechnical } = ranges;
  return tx.get(getSkillFiguresStatement(segments), {
    ...toSegmentValues(segments),
    from: new Date(range.from),
    until: new Date(range.until),
    includesTechnical,
    skillId,
  });
}
