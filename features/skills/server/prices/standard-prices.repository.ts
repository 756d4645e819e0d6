import { joinPrice } from '#domain/ledger/prices/prices.sql.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, date, instant, integer, json, text, uuid, type RowOf } from '#server/sql/types.ts';
import type { StoredDatedPrice } from './stored-dated-price.ts';

const stored = {
  name: text,
  isOwn: boolean,
  presentPrice: integer,
  firstPrice: integer,
  createdAt: instant,
  changes: json<readonly StoredDatedPrice[]>(),
};

export type StoredStandardPrices = RowOf<typeof stored>;

/** Undefined for a skill that is not in the company's store. */
export const findStandardPrices = statement.find({
  text: `
    select s.name, s.company_id = $companyId as "isOwn", p.standard as "presentPrice",
      s.price_ten_thousandths as "firstPrice", s.created_at as "createdAt",
      (select coalesce(json_agg(json_build_object('price', c.price_ten_thousandths, 'validFrom', c.valid_from,
          'createdAt', (extract(epoch from c.created_at) * 1000)::bigint, 'createdBy', c.created_by)
          order by c.valid_from desc), '[]')
        from standard_prices c where c.company_id = s.company_id and c.skill_id = s.id) as changes
    from skills s ${joinPrice('s', '$today::date', 'p')}
    where (s.company_id = $companyId or s.is_provided) and s.deleted_at is null and s.id = $id`,
  params: { id: uuid, today: date },
  row: stored,
});

/** Sets the price of a locked skill of the company. A price that was set for the same day is replaced. */
export const setStandardPrice = statement.run({
  text: `
    insert into standard_prices (company_id, skill_id, price_ten_thousandths, valid_from, created_by, created_at)
    values ($companyId, $id, $price, $validFrom, $createdBy, $now)
    on conflict (company_id, skill_id, valid_from) do update set price_ten_thousandths = excluded.price_ten_thousandths,
      created_by = excluded.created_by, created_at = excluded.created_at`,
  params: { id: uuid, price: integer, validFrom: date, createdBy: text, now: instant },
});
