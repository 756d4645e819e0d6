import { joinCostOwner } from '#domain/ledger/cost-owners.ts';
import { toCost } from '#domain/ledger/cost.sql.ts';
import { joinSkills, joinUsers, skillFields, userFields } from '#domain/ledger/reported-names.sql.ts';
import type { CostDimension } from '#features/money/contract/costs/cost-dimensions.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, date, integer, nullable, text, type RowOf } from '#server/sql/types.ts';

/** Owners of sums of `ledger`, joined to its columns: id (empty where there is none), and by what they are named. */
interface Owners {
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
  skill: { joins: '', id: 'skills.skill', firstName: 'skills.name' },
};

const cost = {
  id: text,
  firstName: text,
  lastName: text,
  isMapped: boolean,
  userNumber: integer,
  requests: integer,
  total: integer,
  previous: integer,
  lastYear: integer,
  /** The same of all owners, and their number; equal in each row. */
  count: integer,
  allRequests: integer,
  allTotal: integer,
  allPrevious: integer,
  allLastYear: integer,
};

/** Amounts are ten-thousandths of a euro, in whole cents. */
export type StoredCost = RowOf<typeof cost>;

const ofMonth = (column: string, month: string) =>
  `coalesce(sum(${column}) filter (where month = ${month}), 0)::bigint`;

const selectSums = `${ofMonth('requests', '$month')} as requests, ${ofMonth('cost', '$month')} as total,
  ${ofMonth('cost', '$previousMonth')} as previous, ${ofMonth('cost', '$lastYear')} as "lastYear"`;

/*
 * The cost of an owner is by how much the cost of a skill and price grows with its requests, in the order of the ids, so that the
 * owners of a month add up to its usage (decision 0007).
 */
function listCostsStatement({ joins, id, firstName, lastName = `''`, number = '0', isMapped = 'true' }: Owners) {
  return statement.list({
    text: `
    with ledger as materialized (
      select month, user_number, intake_key_id, skill_number, price_ten_thousandths as price, requests from usage_monthly
      where company_id = $companyId and month in ($month::date, $previousMonth::date, $lastYear::date)),
    skills as materialized (
      select used.skill_number, ${skillFields.id} as skill, ${skillFields.name} as name
      from (select distinct skill_number from ledger) used ${joinSkills('used.skill_number')}),
    owned as materialized (
      select ledger.month, skills.skill, ledger.price, ${id} as id, max(${firstName}) as first_name,
        max(${lastName}) as last_name, min(${number}) as user_number, bool_and(${isMapped}) as is_mapped,
        sum(ledger.requests)::bigint as requests
      from ledger join skills using (skill_number) ${joins}
      group by 1, 2, 3, 4),
    priced as (
      select owned.*, (sum(requests) over (partition by month, skill, price order by id))::bigint as sofar from owned),
    costs as (
      select priced.*, ${toCost('sofar', 'price')} - ${toCost('sofar - requests', 'price')} as cost from priced),
    summed as (
      select id, max(first_name) as "firstName", max(last_name) as "lastName", bool_and(is_mapped) as "isMapped",
        min(user_number) as "userNumber", ${selectSums}
      from costs group by id)
    select summed.*, count(*) over () as count, (sum(requests) over ())::bigint as "allRequests",
      (sum(total) over ())::bigint as "allTotal", (sum(previous) over ())::bigint as "allPrevious",
      (sum("lastYear") over ())::bigint as "allLastYear"
    from summed order by total desc, requests desc, previous desc, "lastYear" desc, id limit $limit`,
    params: { month: date, previousMonth: date, lastYear: date, limit: nullable(integer) },
    row: cost,
  });
}

/** Owners of the costs of a month, of the month before and of the same month of last year, the most expensive first. */
export const listCosts = {
  department: listCostsStatement(owners.department),
  costCentre: listCostsStatement(owners.costCentre),
  person: listCostsStatement(owners.person),
  key: listCostsStatement(owners.key),
  skill: listCostsStatement(owners.skill),
} satisfies Record<CostDimension, unknown>;
