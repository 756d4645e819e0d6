import type { LimitOwner } from '#features/money/contract/limits/limit-kinds.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import type { Database } from '#server/database/open-database.ts';
import { statement } from '#server/sql/statement.ts';
import { array, date, integer, nullable, text } from '#server/sql/types.ts';
import { withCost } from '../cost.sql.ts';
import { owning } from '../owner-spending.ts';
import { joinSkills, skillFields } from '../reported-names.sql.ts';

/*
 * The day on which a limit was reached: the first one at whose end the cost of the month so far was as high as the limit, in the
 * company's calendar, which the days of the ledger are of.
 */

/** Spending of a month by day, and how it grew: of each `key`, with its whole as `spent`. */
export const growing = (rows: string, key: string) => `
  select ${key} as key, day, sum(sum(spent)) over (partition by ${key} order by day) as grown, sum(sum(spent)) over (partition by ${key}) as spent
  from ${rows} group by ${key}, day`;

/** The day on which a growth (`grown`, `day`) has reached an amount; null where it has not. */
export const dayReached = (amount: string) => `min(day) filter (where grown >= ${amount} and grown > 0)`;

/** The same of sums by day, in their order. */
export function findDayReached(
  days: readonly { readonly date: string; readonly total: TenThousandths }[],
  limit: TenThousandths | null,
): string | undefined {
  let grown = 0;
  if (limit === null) return undefined;
  return days.find(({ total }) => (grown += total) > 0 && grown >= limit)?.date;
}

/* Sums by owner know no days, so that usage events are read. Of a company with more in the month the day stays unknown. */
const mostRead = 100_000;

/** Narrows usage events to those of the owners before they are named. */
const ofOwners: Readonly<Record<LimitOwner, string>> = {
  person: `user_number in (
    select r.number from reported_users r where r.company_id = $companyId and r.user_id::text = any($owners::text[]))`,
  department: 'user_number <> 0',
  key: 'intake_key_id::text = any($owners::text[])',
};

const inMonth = `company_id = $companyId and day >= $month::date and day < $month::date + interval '1 month'`;

const daysStatement = (kind: LimitOwner) =>
  statement.list({
    text: `
      with asked as materialized (select * from unnest($owners::text[], $limits::bigint[]) as a (owner, amount)),
      events as materialized (
        select $month::date as month, day, user_number, intake_key_id, skill_number, price_ten_thousandths as price, count(*) as requests
        from usage_events
        where ${inMonth} and ${ofOwners[kind]}
          and (select coalesce(sum(requests), 0) from usage_daily where ${inMonth}) <= ${mostRead}
        group by 2, 3, 4, 5, 6),
      skills as materialized (
        select named.skill_number, ${skillFields.id} as skill
        from (select distinct skill_number from events) named ${joinSkills('named.skill_number')}),
      owned as materialized (
        select ${owning[kind].owner} as owner, skills.skill, spent.day, spent.price, sum(spent.requests)::bigint as requests
        from events spent join skills using (skill_number) ${owning[kind].joins}
        group by 1, 2, 3, 4),
      days as materialized (
        select owner, day, cost as spent from (${withCost('select * from owned where owner in (select owner from asked)', 'owner, skill')}) costs),
      growth as (${growing('days', 'owner')})
      select a.owner, (select ${dayReached('a.amount')} from growth g where g.key = a.owner) as day from asked a`,
    params: { month: date, owners: array(text), limits: array(integer) },
    row: { owner: text, day: nullable(date) },
  });

const listDays = {
  person: daysStatement('person'),
  department: daysStatement('department'),
  key: daysStatement('key'),
} satisfies Record<LimitOwner, unknown>;

interface ReachedLimits {
  readonly kind: LimitOwner;
  readonly month: string;
  readonly reached: readonly { readonly owner: string; readonly limit: TenThousandths }[];
}

/** The days on which owners of a kind have reached their limits in a month, by owner; without those of which it is not known. */
export async function listDaysReached(
  database: Database,
  companyId: string,
  { kind, month, reached }: ReachedLimits,
): Promise<ReadonlyMap<string, string>> {
  if (reached.length === 0) return new Map();
  const [owners, limits] = [reached.map(({ owner }) => owner), reached.map(({ limit }) => limit)];
  const rows = await database.inCompany.read(companyId, (tx) => listDays[kind](tx, { month, owners, limits }));
  return new Map(rows.flatMap(({ owner, day }) => (day === null ? [] : [[owner, day] as const])));
}
