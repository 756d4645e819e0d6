import { topListLength } from '#features/dashboard/contract/analytics.ts';
import { isCounted, listSelects, total, unionAll } from './range-sums.sql.ts';
import {
  inPartialDay,
  inSegment,
  isOnDays,
  ofPrevious,
  ofRange,
  type MonthPart,
  type Segments,
} from './rollup-segments.ts';

const conversations = '(completed + processing + failed + escaped + error)';

/** The main numbers of users whom assistants know by several. */
const mainNumbers = `select number, main_number from reported_users
    where company_id = $companyId and main_number is not null`;

const toMainNumbers = (parts: string) => `from (${parts}) parts
  left join (${mainNumbers}) same on same.number = parts.number`;

/** One row for each user of the range, by the main number, also where no conversation is left after the subtraction. */
export function userSums({ months, days, partialDays }: Segments): string {
  const selects = listSelects(
    { months: ofRange(months), days: ofRange(days), partialDays: ofRange(partialDays) },
    {
      name: 'user',
      select: (sign) => `user_number as number, ${sign}${conversations} as conversations, ${sign}messages as messages`,
      ofConversation: 'user_number as number, 1 as conversations, messages',
    },
  );
  return `user_sums as materialized (
  select coalesce(main_number, parts.number) as number, ${total('conversations')}, ${total('messages')}
  ${toMainNumbers(unionAll(selects))} group by 1)`;
}

/** `top_users` of the range, from `user_sums`; `top_before` are their messages in the range before, read of them alone. */
export function topUserSums({ months, days, partialDays }: Segments): string {
  const selects = listSelects(
    { months: ofPrevious(months), days: ofPrevious(days), partialDays: ofPrevious(partialDays) },
    {
      name: 'user',
      select: (sign) => `user_number as number, ${sign}messages as messages`,
      ofConversation: 'user_number as number, messages',
      condition: `${isCounted} and t.user_number = any(array(select number from top_numbers))`,
    },
  );
  // Where the range before is empty, because months differ in length.
  const nothing = 'select true as previous, 0 as number, 0 as messages where false';
  return `top_users as materialized (
  select number, messages from user_sums where conversations > 0 and number <> 0
  order by messages desc, number limit ${topListLength}),
top_numbers as materialized (
  select number, number as main from top_users
  union all select number, main_number from (${mainNumbers}) same where main_number in (select number from top_users)),
top_before as materialized (
  select main as number, ${total('messages')} from (${unionAll([nothing, ...selects])}) parts join top_numbers using (number) group by 1)`;
}

/** How many distinct users the range before has. A row of a user and month says on which of its days the user has conversations. */
export function previousUsers({ wholeMonths, monthParts, partialDays }: Segments): string {
  const parts = unionAll([
    'select 0 as number where false',
    ...wholeMonths.map(
      (months) => `select user_number as number
    from user_monthly_stats t where ${inSegment(months, 'month')} and ${isCounted} and ${conversations} > 0`,
    ),
    ...monthParts.flatMap(selectMonthPart),
    ...ofPrevious(partialDays).map(
      (partialDay) => `select user_number as number
    from conversations t where ${inPartialDay(partialDay)} and ${isCounted}`,
    ),
  ]);
  return `previous_users as materialized (
  select count(*) as users
  from (select distinct coalesce(main_number, parts.number) ${toMainNumbers(parts)} where parts.number <> 0) each)`;
}

/* All days are read where a program before 24 November 2026 wrote a row of the month. */
const selectMonthPart = (part: MonthPart) => [
  `select user_number as number from user_monthly_stats t where ${isOnDays(part)} and ${isCounted}`,
  `select user_number as number
    from user_daily_stats t where ${inSegment(part, 'day')} and ${isCounted} and ${conversations} > 0
      and exists (select from user_monthly_stats u
        where u.company_id = $companyId and u.month = $${part.name}Month::date and u.days is null)`,
];
