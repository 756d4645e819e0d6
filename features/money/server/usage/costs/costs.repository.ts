import { joinCostOwner } from '#domain/ledger/cost-owners.ts';
import type { MonthSums } from '#domain/ledger/costs/personal-costs.ts';
import { toCost } from '#domain/ledger/cost.sql.ts';
import { joinSkills, joinUsers, skillFields, userFields } from '#domain/ledger/reported-names.sql.ts';
import type { CostDimension } from '#features/money/contract/costs/cost-dimensions.ts';
import { toJsonRows } from '#server/sql/json-rows.ts';
import { statement } from '#server/sql/statement.ts';
import { array, date, integer, json, nullable } from '#server/sql/types.ts';

/** Owners of sums of the ledger, joined to `used`: id (empty where there is none), and by what they are named. */
interface Owners {
  /** Selects month, `of`, skill number, price and requests, from as few rows as the owners need. */
  readonly ledger: string;
  /** The column of the ledger that says whose they are. */
  readonly of: string;
  readonly joins: string;
  readonly id: string;
  readonly firstName: string;
  readonly lastName?: string;
  /** The number by which masked names of persons are distinguished. */
  readonly number?: string;
  /** Whether the list of users has the person. */
  readonly isMapped?: string;
}

const inMonths = 'company_id = $companyId and month = any($months::date[])';

const selectSums = (table: string, of: string, requests = 'requests') =>
  `select month, ${of}, skill_number, price_ten_thousandths as price, ${requests} as requests from ${table} where ${inMonths}`;

/* Whole cents are never rounded, whatever the skill: the person's requests at each price say their cost. */
const ofPersons = `
  select month, user_number, 0 as skill_number, price_ten_thousandths as price, requests from usage_by_person
  where ${inMonths} and price_ten_thousandths % 100 = 0
  union all
  ${selectSums('usage_rounded', 'user_number')}`;

const ofPerson = (column: string): Owners => ({
  ledger: ofPersons,
  of: 'user_number',
  joins: `${joinUsers('used.user_number')} ${joinCostOwner('used.month')}`,
  id: `coalesce(owner.${column}, '')`,
  firstName: `coalesce(owner.${column}, '')`,
});

/* Runs without a model are the rest of the month. */
const withModels = `
  ${selectSums('usage_models', 'model')}
  union all
  select month, '', skill_number, price, sum(requests)::integer from (
    ${selectSums('usage_by_key', `'' as model`)} union all ${selectSums('usage_models', `''`, '-requests')}) rest
  group by 1, 3, 4 having sum(requests) > 0`;

const owners: Readonly<Record<CostDimension, Owners>> = {
  department: ofPerson('department'),
  costCentre: ofPerson('cost_centre'),
  person: {
    ledger: ofPersons,
    of: 'user_number',
    joins: joinUsers('used.user_number'),
    id: `coalesce(mapped_user.id::text, reported_user.id::text, '')`,
    firstName: `case when reported_user.number is null then '' else ${userFields.firstName} end`,
    lastName: userFields.lastName,
    number: userFields.number,
    isMapped: userFields.isMapped,
  },
  key: {
    ledger: selectSums('usage_by_key', 'intake_key_id'),
    of: 'intake_key_id',
    joins: 'left join intake_keys k on k.company_id = $companyId and k.id = used.intake_key_id',
    id: `coalesce(k.id::text, '')`,
    firstName: `coalesce(k.name, '')`,
  },
  model: { ledger: withModels, of: 'model', joins: '', id: 'used.model', firstName: 'used.model' },
  skill: {
    ledger: selectSums('usage_by_key', 'skill_number as skill_of'),
    of: 'skill_of',
    joins: joinSkills('used.skill_of'),
    id: skillFields.id,
    firstName: skillFields.name,
  },
};

/** Sums of persons by every skill and price. */
export const ofPersonsAndSkills = { ledger: selectSums('usage_monthly', 'user_number'), of: 'user_number' };

/** Amounts are ten-thousandths of a euro, in whole cents. */
export interface StoredCost {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isMapped: boolean;
  readonly userNumber: number;
  /** In `$month`. */
  readonly requests: number;
  readonly costs: MonthSums;
}

const costsRow = {
  rows: json<readonly StoredCost[]>(),
  /** The number of all owners, and their sums. */
  count: integer,
  requests: integer,
  costs: json<MonthSums>(),
};

/*
 * The cost of an owner is by how much the cost of a skill and price grows with its requests, in the order of the ids, so that the
 * owners of a month add up to its usage (decision 0007). The rows of an owner stand together in this order, so that they add up to
 * it whatever their own. Each owner is looked up once, with all of its rows as arrays, and stands for them by its place. Each
 * month is sorted alone, in memory.
 */
export const costsOf = ({
  ledger,
  of,
  joins,
  id,
  firstName,
  lastName = `''`,
  number = '0',
  isMapped = 'true',
}: Owners) => `
    with named_skills as materialized (
      select named.*, dense_rank() over (order by named.skill) as skill_place
      from (
        select used.skill_number, ${skillFields.id} as skill, ${skillFields.name} as skill_name
        from (
          select 0 as skill_number
          union select skill_number from usage_by_key where ${inMonths}) used
        ${joinSkills('used.skill_number')}) named),
    used as (
      select month, ${of}, array_agg(skill_number) as skills, array_agg(price) as prices, array_agg(requests) as requests
      from (${ledger}) ledger group by 1, 2),
    owners as materialized (
      select named.*, dense_rank() over (order by named.id) as place
      from (
        select used.month, ${id} as id, ${firstName} as first_name, ${lastName} as last_name, ${number} as user_number,
          ${isMapped} as is_mapped, used.skills, used.prices, used.requests
        from used ${joins}) named),
    counted as (
      select of_month.* from (select distinct month from owners) m
      cross join lateral (
        select o.month, o.place, s.skill_place, t.price, t.requests,
          sum(t.requests) over (partition by s.skill_place, t.price order by o.place rows unbounded preceding) as sofar
        from owners o
        cross join lateral unnest(o.skills, o.prices, o.requests) as t (skill_number, price, requests)
        join named_skills s using (skill_number)
        where o.month = m.month) of_month),
    costs as (
      select counted.*, ${toCost('sofar', 'price')} - ${toCost('sofar - requests', 'price')} as cost from counted)`;

const listCostsStatement = (of: Owners) =>
  statement.get({
    text: `
    ${costsOf(of)},
    by_month as materialized (
      select place, month, sum(requests)::bigint as requests, sum(cost)::bigint as cost from costs group by 1, 2),
    summed as materialized (
      select place, coalesce(sum(requests) filter (where month = $month), 0)::bigint as requests,
        coalesce(sum(cost) filter (where month = $month), 0) as main, sum(cost) as "all"
      from by_month group by 1),
    listed as materialized (select * from summed order by main desc, requests desc, "all" desc, place limit $limit),
    named as (
      select place, max(id) as id, max(first_name) as "firstName", max(last_name) as "lastName", bool_and(is_mapped) as "isMapped",
        min(user_number) as "userNumber"
      from owners where place in (select place from listed) group by 1),
    by_place as (
      select place, json_object_agg(month, cost) as costs
      from by_month where place in (select place from listed) group by 1)
    select ${toJsonRows(`
        select id, "firstName", "lastName", "isMapped", "userNumber", requests, costs
        from listed join named using (place) join by_place using (place)
        order by main desc, requests desc, "all" desc, place`)} as rows,
      (select count(*) from summed) as count,
      (select coalesce(sum(requests), 0)::bigint from by_month where month = $month) as requests,
      (select coalesce(json_object_agg(month, cost), '{}')
        from (select month, sum(cost)::bigint as cost from by_month group by 1) total) as costs`,
    params: { months: array(date), month: date, limit: nullable(integer) },
    row: costsRow,
  });

/** Owners of the costs of several months, the most expensive of `$month` first. */
export const listCosts = {
  department: listCostsStatement(owners.department),
  costCentre: listCostsStatement(owners.costCentre),
  person: listCostsStatement(owners.person),
  key: listCostsStatement(owners.key),
  model: listCostsStatement(owners.model),
  skill: listCostsStatement(owners.skill),
} satisfies Record<CostDimension, unknown>;
