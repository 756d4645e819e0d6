import { statement } from '#server/sql/statement.ts';
import { instant, integer, json, nullable, text, uuid, type RowOf } from '#server/sql/types.ts';
import { isRaised } from './limits.repository.ts';

const supportItem = { id: uuid, type: text, limit: nullable(integer), version: integer };

export type SupportItem = RowOf<typeof supportItem>;

const storedSupport = { limit: nullable(integer), version: integer, items: json<readonly SupportItem[]>() };

export type StoredSupport = RowOf<typeof storedSupport>;

/** The two channels of the contacts page. Every company has them; a row exists where a limit was set. */
const channels = `(values
  ('5e0a1c6e-0b7d-4d55-9f6b-2d4c1f0e7a01'::uuid, 'E-mail', 1),
  ('5e0a1c6e-0b7d-4d55-9f6b-2d4c1f0e7a02'::uuid, 'Voice', 2)) as channel (id, type, place)`;

/** Every item of the company, with or without a limit. */
export const getSupport = statement.get({
  text: `
    select
      (select support_limit_ten_thousandths from company_limits where company_id = $companyId) as "limit",
      coalesce((select support_version from company_limits where company_id = $companyId), 1) as version,
      json_agg(json_build_object('id', coalesce(i.id, channel.id), 'type', coalesce(i.type, channel.type),
        'limit', i.limit_ten_thousandths, 'version', coalesce(i.version, 1))
        order by channel.place, i.type, i.id) as items
    from ${channels}
    full join (
      select id, type, limit_ten_thousandths, version from support_items where company_id = $companyId
    ) i on i.id = channel.id`,
  row: storedSupport,
});

/** Writes the support limit of a company whose limits this transaction has locked. */
export const updateSupportLimit = statement.run({
  text: `
    update company_limits
    set support_limit_ten_thousandths = $limit,
      support_raises = support_raises + ${isRaised('$limit::bigint', 'support_limit_ten_thousandths')}::int, support_version = support_version + 1, updated_at = $now
    where company_id = $companyId`,
  params: { limit: nullable(integer), now: instant },
});

export const upsertSupportItem = statement.run({
  text: `
    insert into support_items as i (company_id, id, type, limit_ten_thousandths, version)
    values ($companyId, $id, $type, $limit, $version)
    on conflict (company_id, id)
    do update set limit_ten_thousandths = excluded.limit_ten_thousandths, version = excluded.version,
      raises = i.raises + ${isRaised('excluded.limit_ten_thousandths', 'i.limit_ten_thousandths')}::int`,
  params: supportItem,
});
