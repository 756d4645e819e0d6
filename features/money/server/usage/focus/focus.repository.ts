import { joinCostOwner } from '#domain/ledger/cost-owners.ts';
import { joinUsers } from '#domain/ledger/reported-names.sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, date, integer, nullable, text, type RowOf } from '#server/sql/types.ts';
import { costsOf, ofPersonsAndSkills } from '../costs/costs.repository.ts';

const charge = {
  skill: text,
  skillName: text,
  department: nullable(text),
  costCentre: nullable(text),
  price: integer,
  requests: integer,
  cost: integer,
};

/** Amounts are ten-thousandths of a euro, costs in whole cents. */
export type Charge = RowOf<typeof charge>;

/* Neither a department nor a cost centre holds a control character, so that the two make one id. */
const departmentAndCostCentre = {
  ...ofPersonsAndSkills,
  joins: `${joinUsers('used.user_number')} ${joinCostOwner('used.month')}`,
  id: `coalesce(owner.department, '') || chr(31) || coalesce(owner.cost_centre, '')`,
  firstName: `coalesce(owner.department, '')`,
  lastName: `coalesce(owner.cost_centre, '')`,
};

/** Lists the usage of months by skill, price, department and cost centre: costs add up to the usage of a month. */
export const listCharges = statement.list({
  text: `
    ${costsOf(departmentAndCostCentre)},
    summed as (
      select skill_place, price, place, sum(requests)::bigint as requests, sum(cost)::bigint as cost from costs group by 1, 2, 3),
    skills_by_place as (
      select skill_place, max(skill) as skill, max(skill_name) as skill_name from named_skills group by 1),
    named as (
      select place, max(first_name) as department, max(last_name) as cost_centre from owners group by 1)
    select skill, skill_name as "skillName", nullif(department, '') as department, nullif(cost_centre, '') as "costCentre", price,
      requests, cost
    from summed join skills_by_place using (skill_place) join named using (place)
    order by skill_name, skill, price, place`,
  params: { months: array(date) },
  row: charge,
});
