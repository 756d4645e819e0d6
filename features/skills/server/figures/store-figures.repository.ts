import { toCost } from '#domain/ledger/cost.sql.ts';
import { statement } from '#server/sql/statement.ts';
import { date, integer, json, uuid } from '#server/sql/types.ts';

interface StatusSum {
  readonly status: number;
  readonly conversations: number;
}

/**
 * Requests, cost and conversations of every skill of the store under whose names something is reported, in the month of `first`.
 * Reads sums alone: the cost grows with days and skills, not with requests.
 */
export const listStoreFigures = statement.list({
  name: 'skills.list-store-figures',
  text: `
    with names as materialized (
      select r.number, s.id from reported_skills r
      join skills s on s.id = r.skill_id and (s.company_id = $companyId or s.is_provided) and s.deleted_at is null
      where r.company_id = $companyId),
    priced as (
      select names.id, u.price_ten_thousandths as price, sum(u.requests)::bigint as requests
      from names join usage_daily u on u.company_id = $companyId and u.skill_number = names.number
        and u.day >= $first and u.day < $until
      group by 1, 2),
    requests as (
      select id, sum(requests)::bigint as requests, sum(${toCost('requests', 'price')})::bigint as cost
      from priced group by 1),
    outcomes as (
      select id, json_agg(json_build_object('status', status, 'conversations', conversations)) as statuses
      from (
        select names.id, t.status, sum(t.conversations)::bigint as conversations
        from names join skill_monthly_stats t on t.company_id = $companyId and t.skill_number = names.number
          and t.month = $first and not t.technical
        group by 1, 2) counted
      group by 1)
    select ids.id, coalesce(requests.requests, 0) as requests, coalesce(requests.cost, 0) as cost,
      coalesce(outcomes.statuses, '[]'::json) as statuses
    from (select distinct id from names) ids
    left join requests on requests.id = ids.id
    left join outcomes on outcomes.id = ids.id
    order by ids.id`,
  params: { first: date, until: date },
  row: { id: uuid, requests: integer, cost: integer, statuses: json<readonly StatusSum[]>() },
});
