import { toCost } from '#domain/ledger/cost.sql.ts';
import { joinSkills, joinUsers, skillFields } from '#domain/ledger/reported-names.sql.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import { toJsonRows } from '#server/sql/json-rows.ts';
import { statement } from '#server/sql/statement.ts';
import { array, date, json, uuid } from '#server/sql/types.ts';

/** Cost by month (`2026-11-01`); months without any are missing. */
export type MonthSums = Readonly<Record<string, TenThousandths>>;

/**
 * Cost of one person in several months, and in `$month` by skill. The same cents as in the list of persons (`costsOf`), from the rows
 * of the person: where a price has parts of a cent, what those whose ids come before have of the same skill and price says at which
 * part of a cent the person begins.
 */
export const getPersonalCosts = statement.get({
  text: `
    with sums as materialized (
      select s.month, s.skill_number, s.price_ten_thousandths as price, sum(s.requests)::bigint as requests
      from reported_users r
      join usage_monthly s on s.company_id = $companyId and s.month = any($months::date[]) and s.user_number = r.number
      where r.company_id = $companyId and r.user_id = $userId
      group by 1, 2, 3),
    skills as materialized (
      select used.skill_number, ${skillFields.id} as skill, ${skillFields.name} as skill_name
      from (
        select skill_number from sums
        union
        select same.number from (select distinct skill_number from sums where price % 100 <> 0) rounded
        join reported_skills named on named.company_id = $companyId and named.number = rounded.skill_number
        join reported_skills same on same.company_id = $companyId and same.skill_id = named.skill_id) used
      ${joinSkills('used.skill_number')}),
    own as materialized (
      select sums.month, skills.skill, max(skills.skill_name) as skill_name, sums.price, sum(sums.requests)::bigint as requests
      from sums join skills using (skill_number) group by 1, 2, 4),
    later as materialized (
      select r.number from reported_users r ${joinUsers('r.number')}
      where r.company_id = $companyId and coalesce(mapped_user.id, r.id) >= $userId
        and exists (select from own where price % 100 <> 0)),
    costs as materialized (
      select own.*, ${toCost('before.requests + own.requests', 'own.price')} - ${toCost('before.requests', 'own.price')} as cost
      from own
      cross join lateral (
        select coalesce(sum(r.requests), 0)::bigint as requests
        from skills
        join usage_rounded r on r.company_id = $companyId and r.month = own.month and r.skill_number = skills.skill_number
          and r.price_ten_thousandths = own.price
        where own.price % 100 <> 0 and skills.skill = own.skill and r.user_number not in (select number from later)
      ) before)
    select (select coalesce(json_object_agg(month, cost), '{}')
        from (select month, sum(cost)::bigint as cost from costs group by 1) total) as months,
      ${toJsonRows(`
        select skill as id, max(skill_name) as name, sum(requests)::bigint as requests, sum(cost)::bigint as total
        from costs where month = $month group by 1 order by 4 desc, 3 desc, 1`)} as skills`,
  params: { months: array(date), month: date, userId: uuid },
  row: {
    months: json<MonthSums>(),
    skills: json<
      readonly {
        readonly id: string;
        readonly name: string;
        readonly requests: number;
        readonly total: TenThousandths;
      }[]
    >(),
  },
});
