import { toCost } from '#domain/ledger/cost.sql.ts';
import { isOwed, owedOfInvoice } from '#domain/ledger/owed-invoices.sql.ts';
import { joinSkills, skillFields } from '#domain/ledger/reported-names.sql.ts';
import { statement } from '#server/sql/statement.ts';
import { date, instant, integer, json, nullable, text, textOf, uuid } from '#server/sql/types.ts';
import type { DigestRow } from '../digest/digest-facts.ts';
import type { Spending } from './plan-budget-notifications.ts';

/* Reads the daily roll-up of the ledger only, as the usage page does; names are joined to sums, not to rows. */

const sumsBySkill = (columns: string, sum: string) => `
  select ${columns}, ${sum}
  from usage_daily where company_id = $companyId and day >= $first and day < $until`;

const companyLimit = '(select limit_ten_thousandths from company_limits where company_id = $companyId)';

/** Spending and limits of the days from `first` to before `until`. */
export const getSpending = statement.get({
  text: `
    with sums as materialized (
      ${sumsBySkill('skill_number, price_ten_thousandths as price', 'sum(requests)::bigint as requests')} group by 1, 2),
    parts as (
      select ${skillFields.id} as id, ${skillFields.name} as name, price, sum(requests)::bigint as requests
      from sums ${joinSkills('sums.skill_number')} group by 1, 2, 3),
    skill_sums as materialized (select id, name, sum(${toCost('requests', 'price')}) as total from parts group by 1, 2)
    select (select coalesce(sum(total), 0)::bigint from skill_sums) as total, ${companyLimit} as "limit",
      coalesce((select action from company_limits where company_id = $companyId), 'stop') as action,
      coalesce((select raises from company_limits where company_id = $companyId), 0) as raises,
      (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'total', s.total,
          'limit', l.limit_ten_thousandths, 'action', l.action, 'raises', l.raises) order by s.name, s.id), '[]')
        from skill_limits l join skill_sums s on s.id = l.skill_id::text where l.company_id = $companyId) as skills`,
  params: { first: date, until: date },
  row: {
    total: integer,
    limit: nullable(integer),
    action: textOf<Spending['action']>(),
    raises: integer,
    skills: json<Spending['skills']>(),
  },
});

const digestSpan = { first: date, until: date, today: date };

/** @param span `today` is the day in the company's zone; a pending invoice is overdue after its due date */
export const getDigest = statement.get({
  text: `
    with ledger as materialized (
      ${sumsBySkill('day, skill_number, price_ten_thousandths as price', 'sum(requests) as requests')}
        and price_ten_thousandths > 0 group by 1, 2, 3),
    sums as (
      select day, ${skillFields.id} as id, ${skillFields.name} as name, price, sum(requests) as requests
      from ledger ${joinSkills('ledger.skill_number')} group by 1, 2, 3, 4)
    select
      (select coalesce(json_agg(json_build_object('day', day, 'id', id, 'name', name, 'price', price,
        'requests', requests) order by day, name, id, price), '[]') from sums) as sums,
      ${companyLimit} as "limit",
      (select day from usage_daily where company_id = $companyId order by day limit 1) as "firstDay",
      (select json_build_object('open', count(*), 'overdue', count(*) filter (where due_date < $today),
          'total', coalesce(sum(${owedOfInvoice}), 0))
        from invoices where company_id = $companyId and ${isOwed}) as invoices`,
  params: digestSpan,
  row: {
    sums: json<DigestRow['sums']>(),
    limit: nullable(integer),
    firstDay: nullable(date),
    invoices: json<DigestRow['invoices']>(),
  },
});

const newSkill = { id: uuid, name: text };

/** Skills of the provider since an instant; none for the provider itself. */
export const listNewSkills = statement.list({
  text: `
    select id, name from skills
    where (company_id = $companyId or is_provided) and is_provided and deleted_at is null and created_at > $since
      and not exists (select from companies where id = $companyId and is_provider)
    order by created_at, id`,
  params: { since: instant },
  row: newSkill,
});

/**
 * Lists the cost of support in the days from `first` to before `until`, beside each limit: by type, and that of all
 * support under an empty type.
 */
export const listSupportSpending = statement.list({
  text: `
    with spent as (
      select type, sum(cost_ten_thousandths)::bigint as total from support_requests
      where company_id = $companyId and day >= $first and day < $until group by 1
    )
    select i.type, coalesce((select s.total from spent s where s.type = i.type), 0)::bigint as total,
      i.limit_ten_thousandths as "limit", i.raises
    from support_items i where i.company_id = $companyId and i.limit_ten_thousandths is not null
    union all
    select '', coalesce((select sum(s.total) from spent s), 0)::bigint, l.support_limit_ten_thousandths, l.support_raises
    from company_limits l where l.company_id = $companyId and l.support_limit_ten_thousandths is not null
    order by 1`,
  params: { first: date, until: date },
  row: { type: text, total: integer, limit: nullable(integer), raises: integer },
});
