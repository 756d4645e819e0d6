/** The present day of the company `$companyId` at `$now`. */
export const presentDay =
  '(select company_clock($now::timestamptz, time_zone)::date from companies where id = $companyId)';

/** The price of a skill for all companies on a day: of the last change until then, else the one that it began with. */
const standardPrice = (skill: string, day: string) => `coalesce((
      select standard.price_ten_thousandths from standard_prices standard
      where standard.company_id = ${skill}.company_id and standard.skill_id = ${skill}.id and standard.valid_from <= ${day}
      order by standard.valid_from desc limit 1
    ), ${skill}.price_ten_thousandths)`;

/**
 * Joins what a request of a skill costs the company on a day, `price`: what it has agreed with the provider, `agreed`, which is null
 * where nothing is agreed, else the skill's own, `standard`.
 * @param skill name of a joined row of `skills`; without one all three are null
 * @param name of the joined row
 */
export const joinPrice = (skill: string, day: string, name: string) => `
  left join lateral (
    select agreed.price_ten_thousandths as agreed, ${standardPrice(skill, day)} as standard,
      coalesce(agreed.price_ten_thousandths, ${standardPrice(skill, day)}) as price
    from (select ${skill}.id) of_skill
    left join lateral (
      select a.price_ten_thousandths from skill_prices a
      where a.company_id = $companyId and a.skill_id = ${skill}.id and a.valid_from <= ${day}
      order by a.valid_from desc, a.number desc limit 1
    ) agreed on true
  ) ${name} on true`;
