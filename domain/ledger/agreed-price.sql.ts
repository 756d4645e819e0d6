/** The present day of the company `$companyId` at `$now`. */
export const presentDay =
  '(select company_clock($now::timestamptz, time_zone)::date from companies where id = $companyId)';

/**
 * Joins the price that the company has agreed with the provider for a skill on a day; null where it pays the skill's own.
 * @param name of the joined row
 */
export const joinAgreedPrice = (skillId: string, day: string, name: string) => `
  left join lateral (
    select agreed.price_ten_thousandths from skill_prices agreed
    where agreed.company_id = $companyId and agreed.skill_id = ${skillId} and agreed.valid_from <= ${day}
    order by agreed.valid_from desc, agreed.number desc limit 1
  ) ${name} on true`;
