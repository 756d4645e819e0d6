import { joinPrice } from '../../ledger/prices/prices.sql.ts';
import { dates, rowArrays, uuids } from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { DayNumber } from '#server/sql/sql-arrays.ts';
import { statement } from '#server/sql/statement.ts';
import { instant, integer, uuid } from '#server/sql/types.ts';

const pricedRuns = rowArrays({ skillId: uuids, day: dates });

const listPricesStatement = statement({
  text: `
    select distinct t.skill_id as "skillId", t.day - date '2000-01-01' as day, coalesce((
        select room.price from list_tier_room($companyId, s.id, t.day, $now) room
        where p.tiers is not null and (room.room is null or room.room > 0) order by room.tier limit 1
      ), p.price) as price
    from ${pricedRuns.rows}
    join skills s on s.id = t.skill_id and (s.company_id = $companyId or s.is_provided)
    ${joinPrice('s', 't.day', 'p')}`,
  params: { ...pricedRuns.params, now: instant },
  row: { skillId: uuid, day: integer, price: integer },
});

/** In ten-thousandths of a euro, as the ledger would record them; with tiers that of the next run for all. */
export async function listPrices(
  tx: CompanyTransaction,
  runs: ReadonlyArray<{ readonly skillId: string; readonly day: DayNumber }>,
  now: Date,
): Promise<(skillId: string, day: DayNumber) => number> {
  if (runs.length === 0) return () => 0;
  const rows = await tx.list(listPricesStatement, { ...pricedRuns.encode(runs), now });
  const prices = new Map(rows.map(({ skillId, day, price }) => [`${skillId} ${day}`, price]));
  return (skillId, day) => prices.get(`${skillId} ${day}`) ?? 0;
}
