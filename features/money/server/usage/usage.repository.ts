import { isBilledUntil } from '#domain/ledger/calendar/billed-since.ts';
import { baseFees } from '#domain/ledger/prices/base-fees.sql.ts';
import { joinPrice } from '#domain/ledger/prices/prices.sql.ts';
import type { LimitAction } from '#features/money/contract/limits.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import type { StoredTier } from '#domain/ledger/prices/price-tiers.ts';
import { dayReached, growing } from '#domain/ledger/costs/limit-days.ts';
import { withCost } from '#domain/ledger/cost.sql.ts';
import { joinSkills, skillFields } from '#domain/ledger/reported-names.sql.ts';
import { toJsonRows } from '#server/sql/json-rows.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, date, instant, json, nullable, type RowOf } from '#server/sql/types.ts';

interface SkillSum {
  readonly id: string;
  readonly name: string;
  /** The price of the latest usage events first; among prices of one day, the present one first. */
  readonly prices: { readonly price: TenThousandths; readonly requests: number }[];
  readonly limit: TenThousandths | null;
  readonly limitAction: LimitAction | null;
  readonly limitVersion: number | null;
  /** The day on which the limit was reached in the present month; null where it is not. */
  readonly reachedOn: string | null;
  /** Null without tiers. */
  readonly tiers: readonly StoredTier[] | null;
  /** That of the month; null for none. */
  readonly baseFee: TenThousandths | null;
}

/** An intake key that is not revoked; instants in milliseconds. */
interface KeyUse {
  readonly name: string;
  readonly asked: number | null;
  readonly used: number | null;
}

export interface DaySum {
  readonly date: string;
  readonly requests: number;
  /** By how much the cost of the month grew, in whole cents; of an earlier day meaningless. */
  readonly total: TenThousandths;
  /** Exact. */
  readonly spent: TenThousandths;
}

const usageRow = {
  skills: json<readonly SkillSum[]>(),
  /** Sums by day of the month, and of the days before it from `daysFrom` on; days without usage events are missing. */
  days: json<readonly DaySum[]>(),
  limits: json<{
    readonly limit: TenThousandths | null;
    readonly action: LimitAction;
    readonly version: number;
  } | null>(),
  keys: json<readonly KeyUse[]>(),
  /** The first day with a usage event ever. */
  firstDay: nullable(date),
};

/** A month, as one statement answers it. */
export type UsageRow = RowOf<typeof usageRow>;

const span = {
  today: date,
  daysFrom: date,
  first: date,
  until: date,
  /** The first instant of `until`. */
  endsAt: instant,
  /** Also lists skills that have a limit and no usage events. */
  isPresent: boolean,
};

/** Terms of a skill: the tiers of the agreement of today, or on the last day of a past month, and the base fee of the month. */
const toTerms = (skillId: string) => `(
    select a.tiers from skill_prices a
    where a.company_id = $companyId and a.skill_id::text = ${skillId} and a.valid_from <= least($today::date, $until::date - 1)
    order by a.valid_from desc, a.number desc limit 1) as tiers,
  (select fee from fees where fees.skill_id::text = ${skillId}) as "baseFee"`;

const skills = `select s.id, s.name, s.prices, l.limit_ten_thousandths as "limit", l.action as "limitAction", l.version as "limitVersion",
    case when $isPresent and l.limit_ten_thousandths is not null
      then (select ${dayReached('l.limit_ten_thousandths')} from growth where growth.key = s.id and growth.spent > 0) end as "reachedOn", ${toTerms('s.id')}
  from (select id, name, json_agg(json_build_object('price', price, 'requests', requests)
      order by latest desc, is_paid_now desc, price desc) as prices
    from prices group by id, name) s
  left join skill_limits l on l.company_id = $companyId and l.skill_id::text = s.id
  union all
  select unused.skill_id::text, coalesce(s.name, r.name), json_build_array(json_build_object(
      'price', coalesce(own.price, 0), 'requests', 0)),
    l.limit_ten_thousandths, l.action, l.version, null::date, ${toTerms('unused.skill_id::text')}
  from (
    select skill_id, false as has_fee from skill_limits
    where company_id = $companyId and $isPresent and skill_id not in (select skill_id from fees)
    union all
    select skill_id, true from fees
  ) unused
  left join skill_limits l on l.company_id = $companyId and l.skill_id = unused.skill_id
  left join skills s on s.id = unused.skill_id and (s.company_id = $companyId or s.is_provided)
  ${joinPrice('s', 'least($today::date, $until::date - 1)', 'own')}
  left join reported_skills r on r.company_id = $companyId and r.id = unused.skill_id
  where unused.skill_id::text not in (select id from prices)
    and (unused.has_fee or s.deleted_at is null and s.id is not null or r.id is not null and r.skill_id is null)`;

/* Of months from the first billed one on. */
const fees = `select skill_id, fee from (${baseFees('(select $first::date as month, $until::date as next, $endsAt::timestamptz as ends_at) months')}) of_month
  where exists (select from companies where id = $companyId and ${isBilledUntil})`;

const skillDays = `select day, day >= $first as "isInMonth", id, price, sum(requests)::bigint as requests
  from ledger join numbers using (skill_number) group by day, id, price`;

const days = `select day as date, sum(requests)::bigint as requests, sum(cost) as total, sum(requests * price) as spent
  from day_costs group by day order by day`;

const toMs = (at: string) => `(extract(epoch from ${at}) * 1000)::bigint`;

/* A distributed PostgreSQL must not plan an outer join of a copied table with one in shards. */
const ofUse = (column: string) => `(select ${toMs(column)} from intake_key_uses u
    where u.company_id = $companyId and u.intake_key_id = intake_keys.id)`;

const keys = `select name, ${ofUse('last_asked_at')} as asked, ${ofUse('last_used_at')} as used from intake_keys
  where company_id = $companyId and revoked_at is null order by lower(name), id`;

/*
 * Reads the daily roll-up of the ledger only, whose key begins with the day: the cost grows with the days and the skills,
 * not with the usage events. Names are joined to sums, not to rows.
 */
export const getUsage = statement.get({
  name: 'usage.get',
  text: `
    with ledger as materialized (
      select day, skill_number, price_ten_thousandths as price, requests from usage_daily
      where company_id = $companyId and day >= $daysFrom and day < $until),
    sums as materialized (
      select skill_number, price, sum(requests)::bigint as requests, max(day) as latest
      from ledger where day >= $first group by 1, 2),
    numbers as materialized (
      select used.skill_number, ${skillFields.id} as id, ${skillFields.name} as name,
        coalesce(own.price, 0) as present_price
      from (select distinct skill_number from ledger) used ${joinSkills('used.skill_number')}
      ${joinPrice('mapped_skill', '$today::date', 'own')}),
    prices as materialized (
      select id, name, price, sum(requests)::bigint as requests, max(latest) as latest,
        bool_or(price = present_price) as is_paid_now
      from sums join numbers using (skill_number) group by 1, 2, 3),
    fees as materialized (${fees}),
    day_costs as materialized (${withCost(skillDays, '"isInMonth", id')}),
    growth as materialized (${growing('(select id, day, cost as spent from day_costs where "isInMonth" and $isPresent) month', 'id')})
    select ${toJsonRows(skills)} as skills, ${toJsonRows(days)} as days, ${toJsonRows(keys)} as keys,
      (select json_build_object('limit', limit_ten_thousandths, 'action', action, 'version', version) from company_limits
        where company_id = $companyId) as limits,
      (select day from usage_daily where company_id = $companyId order by day limit 1) as "firstDay"`,
  params: span,
  row: usageRow,
});
