import { joinCostOwner } from '#domain/ledger/cost-owners.ts';
import { joinUsers } from '#domain/ledger/reported-names.sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, date, integer, nullable, text, type RowOf } from '#server/sql/types.ts';
import { costsOf } from '../costs/costs.repository.ts';

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
  joins: `${joinUsers('ledger.user_number')} ${joinCostOwner('ledger.month')}`,
  id: `coalesce(owner.department, '') || chr(31) || coalesce(owner.cost_centre, '')`,
  firstName: `coalesce(owner.department, '')`,
  lastName: `coalesce(owner.cost_centre, '')`,
};

/** Lists the usage of months by skill, price, department and cost centre: costs add up to the usage of a month. */
export const listCharges = statement.list({
  text: `
    ${costsOf(departmentAndCostCentre)}
    select skill, skill_name as "skillName", nullif(first_name, '') as department, nullif(last_name, '') as "costCentre", price,
      requests, cost
    from costs order by skill_name, skill, price, id`,
  params: { months: array(date) },
  row: charge,
});
