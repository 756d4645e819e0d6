import type { AttentionSource } from '#server/records/attention-source.ts';
import { statement } from '#server/sql/statement.ts';
import { instant, integer, text } from '#server/sql/types.ts';

/* Broken as `toHealthState` says it, of those that are in use. */
const findBroken = statement.find({
  name: 'attention.broken',
  text: `
    select name, coalesce(failing_since, broken_at) as since, (count(*) over ())::integer as count
    from integrations
    where company_id = $companyId and status and tested_at is not null
      and broken_at is not null and (recovered_at is null or recovered_at < broken_at)
    order by since, lower(name), id limit 1`,
  row: { name: text, since: instant, count: integer },
});

export const findBrokenIntegrations: AttentionSource<'brokenIntegrations'> = async (tx) => {
  const broken = await findBroken(tx);
  return broken ? { ...broken, since: broken.since.toISOString() } : null;
};
