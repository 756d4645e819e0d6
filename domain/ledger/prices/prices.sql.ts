/** The price of a skill for all companies on a day: of the last change until then, else the one that it began with. */
const standardPrice = (skill: string, day: string) => `coalesce((
      select standard.price_ten_thousandths from standard_prices standard
      where standard.company_id = ${skill}.company_id and standard.skill_id = ${skill}.id and standard.valid_from <= ${day}
      order by standard.valid_from desc limit 1
    ), ${skill}.price_ten_thousandths)`;

const highestPrice = (tiers: string) =>
  `(select max((t.tier ->> 'price')::bigint) from jsonb_array_elements(${tiers}) t (tier))`;

/**
 * Joins what a request of a skill costs the company on a day, `price`: what it has agreed with the provider, `agreed`, which is null
 * where nothing is agreed, else the skill's own, `standard`. Where `tiers` are agreed, both prices are the highest of them; what a run
 * costs then depends on its number in the month. With the first day of the agreement, `since`, and its `base_fee`.
 * @param skill name of a joined row of `skills`; without one all are null
 * @param name of the joined row
 */
export const joinPrice = (skill: string, day: string, name: string) => `
  left join lateral (
    select agreement.agreed, agreement.tiers, agreement.since, agreement.base_fee, ${standardPrice(skill, day)} as standard,
      coalesce(agreement.agreed, ${standardPrice(skill, day)}) as price
    from (select ${skill}.id) of_skill
    left join lateral (
      select coalesce(a.price_ten_thousandths, ${highestPrice('a.tiers')}) as agreed, a.tiers, a.valid_from as since,
        a.base_fee_ten_thousandths as base_fee
      from skill_prices a
      where a.company_id = $companyId and a.skill_id = ${skill}.id and a.valid_from <= ${day}
      order by a.valid_from desc, a.number desc limit 1
    ) agreement on true
  ) ${name} on true`;
