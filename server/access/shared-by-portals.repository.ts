import { systemStatement } from '../sql/statement.ts';
import { array, bytes, instant, integer, text } from '../sql/types.ts';

/** Notes that a portal serves these files; answers those that are stored. */
export const updateServed = systemStatement.list({
  text: 'update web_assets set served_at = $now where path = any($paths::text[]) returning path',
  params: { paths: array(text), now: instant },
  row: { path: text },
});

export const createAsset = systemStatement.run({
  text: 'insert into web_assets (path, bytes, served_at) values ($path, $bytes, $now) on conflict (path) do nothing',
  params: { path: text, bytes, now: instant },
});

export const deleteUnserved = systemStatement.run({
  text: 'delete from web_assets where served_at < $before',
  params: { before: instant },
});

export const findAsset = systemStatement.find({
  text: 'select bytes from web_assets where path = $path',
  params: { path: text },
  row: { bytes },
});

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
