/**
 * Base fees of the company by month and skill: that of the agreement which holds on the last day of the month, unless the skill was deleted
 * by then; with the day from which it holds. They are no usage, and lines of their own on the invoice (decision 0088).
 * @param months rows `months`: `month` and `next`, the first days of a month and of that after it, and `ends_at`, the first instant of the latter
 */
export const baseFees = (months: string) => `
    select months.month, s.id as skill_id, s.name as skill_name, agreed.base_fee_ten_thousandths as fee,
      agreed.valid_from as since
    from ${months}
    cross join lateral (
      select distinct on (skill_id) skill_id, base_fee_ten_thousandths, valid_from from skill_prices
      where company_id = $companyId and valid_from < months.next
        and skill_id in (select f.skill_id from skill_prices f where f.company_id = $companyId and f.base_fee_ten_thousandths > 0)
      order by skill_id, valid_from desc, number desc
    ) agreed
    join skills s on s.id = agreed.skill_id and (s.company_id = $companyId or s.is_provided)
    where agreed.base_fee_ten_thousandths > 0 and (s.deleted_at is null or s.deleted_at >= months.ends_at)`;
