/** Statements that insert a row into every table of skills. */
export const listSkillRows = (id: string): string[] => [
  `insert into skills (name, service_provider) values ('s', 'SAP')`,
  `insert into skill_prices (skill_id, price_ten_thousandths) values ('${id}', 1)`,
  `insert into company_skills (skill_id, state) values ('${id}', 'active')`,
  `insert into skill_state_changes (skill_id, transition, from_state, to_state, actor_name, actor_email, changed_at)
    values ('${id}', 'activate', 'available', 'active', 'a', 'a', now())`,
  `insert into skill_requests (id, skill_id, reviewer_email, token_hash, requester_name, requester_email, requested_at,
      expires_at)
    values ('${id}', '${id}', 'r', 't', 'r', 'r', now(), now())`,
];
