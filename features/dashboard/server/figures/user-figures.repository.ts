import { toCost } from '#domain/ledger/cost.sql.ts';
import { joinSkills, skillFields } from '#domain/ledger/reported-names.sql.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statementFamily } from '#server/sql/statement.ts';
import { boolean, integer, uuid, type RowOf } from '#server/sql/types.ts';
import { isCounted, unionAll } from '../range-sums.sql.ts';
import {
  exampleSegments,
  inLedgerDay,
  inPartialDay,
  inSegment,
  ofRange,
  toSegmentFields,
  toSegments,
  toSegmentValues,
  type ComparedRanges,
  type Segments,
} from '../rollup-segments.ts';

const ofUser = 't.user_number in (select number from numbers)';

function conversationSums({ whole, partialDays }: Segments): string {
  const ofDays = ofRange(whole).map(
    (segment) => `select completed + processing + failed + escaped + error as conversations, messages
    from user_daily_stats t where ${inSegment(segment, 'day')} and ${isCounted} and ${ofUser}`,
  );
  const ofPartialDays = ofRange(partialDays).map(
    (partialDay) => `select 1 as conversations, messages
    from conversations t where ${inPartialDay(partialDay)} and ${isCounted} and ${ofUser}`,
  );
  return unionAll([...ofDays, ...ofPartialDays]);
}

/** By skill and price. Usage events of technical users are billed, so they always count. */
function requestSums({ whole, partialDays }: Segments): string {
  const select = `select t.skill_number as number, t.price_ten_thousandths as price from usage_events t where ${ofUser}`;
  const events = unionAll([
    ...ofRange(whole).map((segment) => `${select} and ${inSegment(segment, 'day')}`),
    ...ofRange(partialDays).map((partialDay) => `${select} and ${inLedgerDay(partialDay)}`),
  ]);
  return `select ${skillFields.id} as skill, price, count(*) as requests
    from (${events}) events ${joinSkills('events.number')} group by 1, 2`;
}

const figuresRow = {
  /** Whether the company has the user. */
  isFound: boolean,
  conversations: integer,
  messages: integer,
  requests: integer,
  /** Ten-thousandths of a euro. */
  cost: integer,
};

export type UserFiguresRow = RowOf<typeof figuresRow>;

const getUserFiguresStatement = statementFamily(
  (segments) => ({
    text: `
      with numbers as materialized (
        select number from reported_users where company_id = $companyId and user_id = $userId),
      sums as (
        select coalesce(sum(conversations), 0)::bigint as conversations, coalesce(sum(messages), 0)::bigint as messages
        from (${conversationSums(segments)}) parts),
      costs as (
        select coalesce(sum(requests), 0)::bigint as requests, coalesce(sum(${toCost('requests', 'price')}), 0)::bigint as cost
        from (${requestSums(segments)}) priced)
      select exists (select from users where company_id = $companyId and id = $userId) as "isFound",
        sums.conversations, sums.messages, costs.requests, costs.cost
      from sums cross join costs`,
    params: {
      includesTechnical: boolean,
      userId: uuid,
      ...toSegmentFields(ofRange(segments.whole), ofRange(segments.partialDays), true),
    },
    row: figuresRow,
  }),
  exampleSegments,
);

/** All reported users that are mapped to the user count together. */
export function getUserFigures(
  tx: CompanyTransaction,
  ranges: ComparedRanges,
  userId: string,
): Promise<UserFiguresRow> {
  const segments = toSegments(ranges);
  const { includesTechnical } = ranges;
  return tx.get(getUserFiguresStatement(segments), { ...toSegmentValues(segments), includesTechnical, userId });
}
