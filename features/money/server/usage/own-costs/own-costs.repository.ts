import type { TenThousandths } from '#features/money/contract/money.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, date, instant, integer, json, nullable, text, uuid, type RowOf } from '#server/sql/types.ts';

/** Joins the company's rate of an own skill on a day; null without one. */
const joinRate = (skillId: string, day: string) => `
  left join lateral (
    select own.price_ten_thousandths from own_cost_rates own
    where own.company_id = $companyId and own.skill_id = ${skillId} and own.valid_from <= ${day}
    order by own.valid_from desc, own.number desc limit 1
  ) rate on true`;

interface StoredRate {
  readonly price: TenThousandths | null;
  readonly validFrom: string;
  /** In milliseconds. */
  readonly createdAt: number;
  readonly createdBy: string;
}

const stored = {
  name: text,
  isOwn: boolean,
  presentPrice: nullable(integer),
  rates: json<readonly StoredRate[]>(),
};

export type StoredRates = RowOf<typeof stored>;

/** Undefined for a skill that is not in the company's store. */
export const findRates = statement.find({
  text: `
    select s.name, s.company_id = $companyId as "isOwn", rate.price_ten_thousandths as "presentPrice",
      (select coalesce(json_agg(json_build_object('price', r.price_ten_thousandths, 'validFrom', r.valid_from,
          'createdAt', (extract(epoch from r.created_at) * 1000)::bigint, 'createdBy', r.created_by)
          order by r.number desc), '[]')
        from own_cost_rates r where r.company_id = $companyId and r.skill_id = s.id) as rates
    from skills s ${joinRate('s.id', '$today::date')}
    where (s.company_id = $companyId or s.is_provided) and s.deleted_at is null and s.id = $id`,
  params: { id: uuid, today: date },
  row: stored,
});

export const createRate = statement.run({
  text: `
    insert into own_cost_rates (company_id, skill_id, price_ten_thousandths, valid_from, created_by, created_at)
    values ($companyId, $id, $price, $validFrom, $createdBy, $now)`,
  params: { id: uuid, price: nullable(integer), validFrom: date, createdBy: text, now: instant },
});

/*
 * The skills that have had a rate, with the requests of the month by the rate of their day. Reads the daily roll-up of the
 * ledger for the names that are mapped to them, and nothing of its prices.
 */
export const listOwnCosts = statement.list({
  text: `
    with rated as materialized (
      select s.id, s.name, s.deleted_at is null and rate.price_ten_thousandths is not null as "isRated"
      from skills s ${joinRate('s.id', '$today::date')}
      where s.company_id = $companyId
        and s.id in (select skill_id from own_cost_rates where company_id = $companyId)),
    sums as materialized (
      select n.skill_id, rate.price_ten_thousandths as price, sum(d.requests)::bigint as requests, max(d.day) as latest
      from reported_skills n
      join usage_daily d on d.company_id = $companyId and d.skill_number = n.number
        and d.day >= $first and d.day < $until
      ${joinRate('n.skill_id', 'd.day')}
      where n.company_id = $companyId and n.skill_id in (select id from rated)
      group by 1, 2)
    select rated.id, rated.name, coalesce(costs.prices, '[]') as prices
    from rated
    left join (
      select skill_id, json_agg(json_build_object('price', price, 'requests', requests) order by latest desc) as prices
      from sums group by 1 having bool_or(price is not null)
    ) costs on costs.skill_id = rated.id
    where costs.skill_id is not null or $isPresent and rated."isRated"`,
  params: { today: date, first: date, until: date, isPresent: boolean },
  row: {
    id: uuid,
    name: text,
    prices: json<readonly { readonly price: TenThousandths | null; readonly requests: number }[]>(),
  },
});
