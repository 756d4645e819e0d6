import { joinCostOwner } from '#domain/ledger/cost-owners.ts';
import { toCost } from '#domain/ledger/cost.sql.ts';
import { joinSkills, joinUsers, skillFields, userFields } from '#domain/ledger/reported-names.sql.ts';
import type { CostDimension } from '#features/money/contract/costs/cost-dimensions.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import { toJsonRows } from '#server/sql/json-rows.ts';
import { statement } from '#server/sql/statement.ts';
import { array, date, integer, json, nullable, text } from '#server/sql/types.ts';

/** Owners of sums of `ledger`, joined to its columns: id (empty where there is none), and by what they are named. */
interface Owners {
  /** Selects `ledger`; by default with user and key. */
  readonly ledger?: string;
  readonly joins: string;
  readonly id: string;
  readonly firstName: string;
  readonly lastName?: string;
  /** The number by which masked names of persons are distinguished. */
  readonly number?: string;
  /** Whether the list of users has the person. */
  readonly isMapped?: string;
}

const ofPerson = (column: string): Owners => ({
  joins: `${joinUsers('ledger.user_number')} ${joinCostOwner('ledger.month')}`,
  id: `coalesce(owner.${column}, '')`,
  firstName: `coalesce(owner.${column}, '')`,
});

const inMonths = 'company_id = $companyId and month = any($months::date[])';

const ofUsersAndKeys = `
  select month, user_number, intake_key_id, skill_number, price_ten_thousandths as price, requests from usage_monthly
  where ${inMonths}`;

const ofModels = (table: string, model: string, requests: string) =>
  `select month, ${model} as model, skill_number, price_ten_thousandths as price, ${requests} as requests from ${table} where ${inMonths}`;

/* Runs without a model are the rest of the month. */
const withModels = `
  ${ofModels('usage_models', 'model', 'requests')}
  union all
  select month, '', skill_number, price, sum(requests)::integer from (
    ${ofModels('usage_monthly', `''`, 'requests')} union all ${ofModels('usage_models', `''`, '-requests')}) rest
  group by 1, 3, 4 having sum(requests) > 0`;

const owners: Readonly<Record<CostDimension, Owners>> = {
  department: ofPerson('department'),
  costCentre: ofPerson('cost_centre'),
  person: {
    joins: joinUsers('ledger.user_number'),
    id: `coalesce(mapped_user.id::text, reported_user.id::text, '')`,
    firstName: `case when reported_user.number is null then '' else ${userFields.firstName} end`,
    lastName: userFields.lastName,
    number: userFields.number,
    isMapped: userFields.isMapped,
  },
  key: {
    joins: 'left join intake_keys k on k.company_id = $companyId and k.id = ledger.intake_key_id',
    id: `coalesce(k.id::text, '')`,
    firstName: `coalesce(k.name, '')`,
  },
  model: { ledger: withModels, joins: '', id: 'ledger.model', firstName: 'ledger.model' },
  skill: { joins: '', id: 'skills.skill', firstName: 'skills.name' },
};

/** Cost by month (`2026-11-01`); months without any are missing. */
export type MonthSums = Readonly<Record<string, TenThousandths>>;

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
 * owners of a month add up to its usage (decision 0007).
 */
export const costsOf = ({
  ledger = ofUsersAndKeys,
  joins,
  id,
  firstName,
  lastName = `''`,
  number = '0',
  isMapped = 'true',
}: Owners) => `
    with ledger as materialized (${ledger}),
    skills as materialized (
      select used.skill_number, ${skillFields.id} as skill, ${skillFields.name} as name
      from (select distinct skill_number from ledger) used ${joinSkills('used.skill_number')}),
    owned as materialized (
      select ledger.month, skills.skill, max(skills.name) as skill_name, ledger.price, ${id} as id, max(${firstName}) as first_name,
        max(${lastName}) as last_name, min(${number}) as user_number, bool_and(${isMapped}) as is_mapped,
        sum(ledger.requests)::bigint as requests
      from ledger join skills using (skill_number) ${joins}
      group by 1, 2, 4, 5),
    priced as (
      select owned.*, (sum(requests) over (partition by month, skill, price order by id))::bigint as sofar from owned),
    costs as (
      select priced.*, ${toCost('sofar', 'price')} - ${toCost('sofar - requests', 'price')} as cost from priced)`;

const listCostsStatement = (of: Owners) =>
  statement.get({
    text: `
    ${costsOf(of)},
    by_month as materialized (
      select id, month, max(first_name) as first_name, max(last_name) as last_name, bool_and(is_mapped) as is_mapped,
        min(user_number) as user_number, sum(requests)::bigint as requests, sum(cost)::bigint as cost
      from costs group by 1, 2),
    summed as (
      select id, max(first_name) as "firstName", max(last_name) as "lastName", bool_and(is_mapped) as "isMapped",
        min(user_number) as "userNumber", coalesce(sum(requests) filter (where month = $month), 0)::bigint as requests,
        json_object_agg(month, cost) as costs, coalesce(sum(cost) filter (where month = $month), 0) as main, sum(cost) as "all"
      from by_month group by id)
    select ${toJsonRows(`
        select id, "firstName", "lastName", "isMapped", "userNumber", requests, costs
        from summed order by main desc, requests desc, "all" desc, id limit $limit`)} as rows,
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

/** Cost of one person in several months, and in `$month` by skill. The same cents as in the list of persons. */
export const getPersonalCosts = statement.get({
  text: `
    ${costsOf(owners.person)},
    own as materialized (select month, skill, skill_name, requests, cost from costs where id = $userId)
    select (select coalesce(json_object_agg(month, cost), '{}')
        from (select month, sum(cost)::bigint as cost from own group by 1) total) as months,
      ${toJsonRows(`
        select skill as id, max(skill_name) as name, sum(requests)::bigint as requests, sum(cost)::bigint as total
        from own where month = $month group by 1 order by 4 desc, 3 desc, 1`)} as skills`,
  params: { months: array(date), month: date, userId: text },
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
