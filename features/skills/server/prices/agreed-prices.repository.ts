import { joinPrice } from '#domain/ledger/prices.sql.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, date, instant, integer, json, nullable, text, uuid, type RowOf } from '#server/sql/types.ts';
import type { StoredDatedPrice } from './stored-dated-price.ts';

const stored = {
  id: uuid,
  name: text,
  isDeleted: boolean,
  skillPrice: integer,
  presentPrice: integer,
  agreements: json<readonly StoredDatedPrice[]>(),
};

export type StoredPrices = RowOf<typeof stored>;

const selection = `
    select s.id, s.name, s.deleted_at is not null as "isDeleted", p.standard as "skillPrice", p.price as "presentPrice",
      (select coalesce(json_agg(json_build_object('price', a.price_ten_thousandths, 'validFrom', a.valid_from,
          'createdAt', (extract(epoch from a.created_at) * 1000)::bigint, 'createdBy', a.created_by)
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
    insert into skill_prices (company_id, skill_id, price_ten_thousandths, valid_from, created_by, created_at)
    values ($companyId, $id, $price, $validFrom, $createdBy, $now)`,
  params: { id: uuid, price: nullable(integer), validFrom: date, createdBy: text, now: instant },
});
