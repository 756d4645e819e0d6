import { getMonth } from '#contract/calendar/zones.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, date, nullable, text, uuid } from '#server/sql/types.ts';
import { getToday } from './calendar/time-zone.repository.ts';

/*
 * Department and cost centre of a person, by month. Usage names a person by number; who pays for a month is what stood there last
 * in it.
 */

const recordCostOwnerStatement = statement({
  text: `
    insert into cost_owners (company_id, person_id, from_month, recorded_month, department, cost_centre)
    select $companyId, $userId,
      coalesce(
        (select o.from_month from cost_owners o
          where o.company_id = $companyId and o.person_id = $userId and o.recorded_month = $month limit 1),
        case when exists (select from cost_owners o where o.company_id = $companyId and o.person_id = $userId)
          then $month else date '0001-01-01' end),
      $month::date, $department, $costCentre
    on conflict (company_id, person_id, from_month) do update set
      recorded_month = excluded.recorded_month, department = excluded.department, cost_centre = excluded.cost_centre`,
  params: { userId: uuid, department: nullable(text), costCentre: nullable(text), month: date },
});

interface CostOwner {
  readonly department: string | null;
  readonly costCentre: string | null;
}

/**
 * Notes what a user's department and cost centre are from now on, where they differ from before. Of several changes in a month the
 * last one counts; the first one ever counts for all months before too.
 */
export async function noteCostOwner(
  tx: CompanyTransaction,
  { id, department, costCentre }: CostOwner & { readonly id: string },
  now: Date,
  before: CostOwner = { department: null, costCentre: null },
): Promise<void> {
  if (department === before.department && costCentre === before.costCentre) return;
  const month = getMonth(await getToday(tx, now));
  await tx.run(recordCostOwnerStatement, { userId: id, department, costCentre, month });
}

/** Before users are deleted: what they paid for stays with the persons whom assistants reported, and their limits end. */
export const keepCostOwners = statement.run({
  text: `
    with kept as (
      insert into cost_owners (company_id, person_id, from_month, recorded_month, department, cost_centre)
      select o.company_id, r.id, o.from_month, o.recorded_month, o.department, o.cost_centre
      from cost_owners o join reported_users r on r.company_id = $companyId and r.user_id = o.person_id
      where o.company_id = $companyId and o.person_id = any($userIds)
      on conflict do nothing
    ), unlimited as (
      delete from owner_limits
      where company_id = $companyId and kind = 'person' and owner = any($userIds::uuid[]::text[])
    )
    delete from cost_owners where company_id = $companyId and person_id = any($userIds)`,
  params: { userIds: array(uuid) },
});

/** Joins `owner` to `reported_user` and `mapped_user` (`joinUsers`) for a month; its columns are null where nothing is known. */
export const joinCostOwner = (month: string) => `
  left join lateral (
    select o.department, o.cost_centre from cost_owners o
    where o.company_id = $companyId and o.person_id in (mapped_user.id, reported_user.id) and o.from_month <= ${month}
    order by o.person_id = mapped_user.id desc, o.from_month desc limit 1
  ) owner on true`;
