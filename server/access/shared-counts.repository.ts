import { systemStatement } from '../sql/statement.ts';
import { array, integer, text } from '../sql/types.ts';

/** Adds amounts of a minute and answers the sums of all portals; minutes before are deleted. */
export const upsertSharedCounts = systemStatement.list({
  text: `
    with ended as (delete from shared_counts where minute < $minute - 1)
    insert into shared_counts as c (minute, key, amount)
    select $minute, own.key, own.amount from unnest($keys::text[], $amounts::int8[]) as own (key, amount) order by own.key
    on conflict (minute, key) do update set amount = c.amount + excluded.amount
    returning c.key, c.amount`,
  params: { minute: integer, keys: array(text), amounts: array(integer) },
  row: { key: text, amount: integer },
});
