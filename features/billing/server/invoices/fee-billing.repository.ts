import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, date, integer, text, uuid } from '#server/sql/types.ts';
import type { UnbilledFee } from './plan-invoice.ts';

/**
 * Lists the base fees that no invoice has billed, from the month `first` to before the month `until`: of each skill that of the agreement
 * which holds on the last day of the month, unless the skill was deleted by then.
 */
export const listUnbilledFees = statement.list({
  text: `
    select months.month, s.id as "skillId", s.name as "skillName", agreed.base_fee_ten_thousandths as total
    from (
      select m::date as month, (m + interval '1 month')::date as next
      from generate_series($first::date, $until::date - interval '1 day', interval '1 month') m
    ) months
    cross join lateral (
      select distinct on (skill_id) skill_id, base_fee_ten_thousandths from skill_prices
      where company_id = $companyId and valid_from < months.next
        and skill_id in (select f.skill_id from skill_prices f where f.company_id = $companyId and f.base_fee_ten_thousandths > 0)
      order by skill_id, valid_from desc, number desc
    ) agreed
    join skills s on s.id = agreed.skill_id and (s.company_id = $companyId or s.is_provided)
    join companies c on c.id = $companyId
    where agreed.base_fee_ten_thousandths > 0
      and (s.deleted_at is null or company_clock(s.deleted_at, c.time_zone)::date >= months.next)
      and not exists (
        select from invoiced_fees b where b.company_id = $companyId and b.month = months.month and b.skill_id = agreed.skill_id)
    order by 1, 3, 2`,
  params: { first: date, until: date },
  row: { month: date, skillId: uuid, skillName: text, total: integer },
});

const createInvoicedFeesStatement = statement({
  text: `
    insert into invoiced_fees (company_id, month, skill_id, invoice_id)
    select $companyId, month, skill_id, $invoiceId from unnest($months::date[], $skillIds::uuid[]) as billed (month, skill_id)
    returning month`,
  params: { invoiceId: uuid, months: array(date), skillIds: array(uuid) },
  row: { month: date },
});

/** Notes the base fees that an invoice bills. */
export async function createInvoicedFees(
  tx: CompanyTransaction,
  invoiceId: string,
  fees: readonly UnbilledFee[],
): Promise<void> {
  const [months, skillIds] = [fees.map(({ month }) => month), fees.map(({ skillId }) => skillId)];
  await tx.run(createInvoicedFeesStatement, { invoiceId, months, skillIds });
}
