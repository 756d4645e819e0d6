import type { StoredTier } from '#domain/ledger/prices/price-tiers.ts';
import { joinPrice } from '#domain/ledger/prices/prices.sql.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import { statement } from '#server/sql/statement.ts';
import {
  boolean,
  date,
  instant,
  integer,
  json,
  jsonText,
  nullable,
  text,
  uuid,
  type RowOf,
} from '#server/sql/types.ts';
import type { StoredDatedPrice } from './stored-dated-price.ts';

/** Amounts in ten-thousandths. */
export interface StoredAgreement extends StoredDatedPrice {
  readonly tiers: readonly StoredTier[] | null;
  readonly baseFee: TenThousandths;
}

const stored = {
  id: uuid,
  name: text,
  isDeleted: boolean,
  skillPrice: integer,
  presentPrice: integer,
  agreements: json<readonly StoredAgreement[]>(),
};

export type StoredPrices = RowOf<typeof stored>;

const selection = `
    select s.id, s.name, s.deleted_at is not null as "isDeleted", p.standard as "skillPrice", p.price as "presentPrice",
      (select coalesce(json_agg(json_build_object('price', a.price_ten_thousandths, 'validFrom', a.valid_from,
          'createdAt', (extract(epoch from a.created_at) * 1000)::bigint, 'createdBy', a.created_by,
          'tiers', a.tiers, 'baseFee', a.base_fee_ten_thousandths)
          order by a.number desc), '[]')
        from skill_prices a where a.company_id = $companyId and a.skill_id = s.id) as agreements
    from skills s ${joinPrice('s', '$today::date', 'p')}
    where (s.company_id = $companyId or s.is_provided)`;

const hasAgreements = 'exists (select from skill_prices where company_id = $companyId and skill_id = s.id)';

/** Undefined for a skill that is not in the company's store. */
export const findPrices = statement.find({
  text: `${selection} and s.deleted_at is null and s.id = $id`,
  params: { id: uuid, today: date },
  row: stored,
});

/** Skills with agreements first, then by name; deleted ones where a price was agreed. */
export const listPrices = statement.list({
  text: `${selection} and (s.deleted_at is null or ${hasAgreements})
    order by not ${hasAgreements}, lower(s.name), s.id`,
  params: { today: date },
  row: stored,
});

export const createAgreement = statement.run({
  text: `
    insert into skill_prices (company_id, skill_id, price_ten_thousandths, tiers, base_fee_ten_thousandths, valid_from,
      created_by, created_at)
    values ($companyId, $id, $price, $tiers, $baseFee, $validFrom, $createdBy, $now)`,
  params: {
    id: uuid,
    price: nullable(integer),
    tiers: nullable(jsonText),
    baseFee: integer,
    validFrom: date,
    createdBy: text,
    now: instant,
  },
});

const month = { first: date, until: date };

/** Lists the prices that runs of a skill have cost in a month, with their numbers. */
export const listMonthPrices = statement.list({
  text: `
    select d.price_ten_thousandths as price, sum(d.requests)::bigint as requests
    from usage_daily d join reported_skills r on r.company_id = $companyId and r.number = d.skill_number and r.skill_id = $id
    where d.company_id = $companyId and d.day >= $first::date and d.day < $until::date
    group by 1 order by 1`,
  params: { id: uuid, ...month },
  row: { price: integer, requests: integer },
});

/** Gets the base fee of the agreement that holds on the last day of a month; 0 without one. */
export const getBaseFee = statement.get({
  text: `
    select coalesce((
      select base_fee_ten_thousandths from skill_prices
      where company_id = $companyId and skill_id = $id and valid_from < $until::date order by valid_from desc, number desc limit 1
    ), 0) as "baseFee"`,
  params: { id: uuid, until: date },
  row: { baseFee: integer },
});
