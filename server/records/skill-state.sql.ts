/**
 * SQL: the state of a skill `s` in a company, with the company's row `c` of `company_skills` joined on its left. Without
 * a row it is the one in which the skill starts.
 */
export const skillState = `coalesce(c.state, case when s.starts_active then 'active' else 'available' end)`;

/** SQL: joins that row. */
export const joinCompanySkill = 'left join company_skills c on c.company_id = $companyId and c.skill_id = s.id';

/**
 * SQL: the state of `mapped_skill` (`joinSkills`) at an instant: that after the last change until then, else that before
 * the first change, else the present one; null without a skill.
 */
export const skillStateAt = (instant: string) => `case when mapped_skill.id is not null then coalesce(
  (select h.to_state from skill_state_changes h
    where h.company_id = $companyId and h.skill_id = mapped_skill.id and h.changed_at <= ${instant}
    order by h.changed_at desc, h.number desc limit 1),
  (select h.from_state from skill_state_changes h
    where h.company_id = $companyId and h.skill_id = mapped_skill.id order by h.changed_at, h.number limit 1),
  (select k.state from company_skills k where k.company_id = $companyId and k.skill_id = mapped_skill.id),
  case when mapped_skill.starts_active then 'active' else 'available' end) end`;
