import { acting, ofCompany, secret, type TableFacts } from './table-facts.ts';

export const skillsAndIntegrationsTables = {
  skills: {
    place: 'copied',
    restored: 'replaced',
    person: {
      name: ofCompany,
      description: ofCompany,
      area: 'none',
      service_provider: 'none',
      domain_knowledge: ofCompany,
      skill_result: ofCompany,
      conversation_info: ofCompany,
      screen_shots: 'none',
      transport_key: 'none',
      transport_name: ofCompany,
    },
    example: `insert into skills (name, service_provider) values ('s', 'SAP')`,
  },
  skill_prices: {
    place: 'shard',
    restored: 'kept',
    person: { created_by: acting, tiers: 'none' },
    example: `insert into skill_prices (skill_id, price_ten_thousandths) values ('{id}', 1)`,
  },
  standard_prices: {
    place: 'copied',
    restored: 'replaced',
    person: { created_by: acting },
    example: `insert into standard_prices (skill_id, price_ten_thousandths, valid_from, created_by, created_at)
    select id, 1, '2026-01-01', 'a', now() from skills where company_id = current_setting('app.company_id')::uuid limit 1`,
  },
  own_cost_rates: {
    place: 'shard',
    restored: 'replaced',
    person: { created_by: acting },
    example: `insert into own_cost_rates (skill_id, price_ten_thousandths, valid_from, created_by, created_at)
    select id, 1, '2026-01-01', 'a', now() from skills where company_id = current_setting('app.company_id')::uuid limit 1`,
  },
  company_skills: {
    place: 'shard',
    restored: 'replaced',
    person: { state: 'none', reviewer_email: acting, installed_transport_key: 'none' },
    example: `insert into company_skills (skill_id, state) values ('{id}', 'active')`,
  },
  skill_state_changes: {
    place: 'shard',
    restored: 'replaced',
    person: {
      transition: 'none',
      from_state: 'none',
      to_state: 'none',
      reason: ofCompany,
      actor_name: acting,
      actor_email: acting,
    },
    example: `insert into skill_state_changes (skill_id, transition, from_state, to_state, actor_name, actor_email, changed_at)
    values ('{id}', 'activate', 'available', 'active', 'a', 'a', now())`,
  },
  skill_requests: {
    place: 'shard',
    restored: 'left',
    person: { reviewer_email: acting, requester_name: acting, requester_email: acting, outcome: 'none' },
    withheld: { token_hash: secret },
    example: `insert into skill_requests (id, skill_id, reviewer_email, token_hash, requester_name, requester_email, requested_at,
      expires_at)
    values ('{id}', '{id}', 'r', 't', 'r', 'r', now(), now())`,
  },
  intake_keys: {
    place: 'copied',
    restored: 'added',
    person: { name: ofCompany, hint: 'none', created_by: acting },
    withheld: { secret_hash: secret, previous_hash: secret, former_hashes: secret },
    example: `insert into intake_keys (name, hint, secret_hash, created_by) values ('k', 'h', '{id}', 'a')`,
  },
  integrations: {
    place: 'shard',
    restored: 'replaced',
    person: {
      unique_id: ofCompany,
      name: ofCompany,
      provider: 'none',
      service: 'none',
      service_name: ofCompany,
      category: 'none',
      url: ofCompany,
      hostname: ofCompany,
      client: ofCompany,
      username: ofCompany,
      workspace_id: ofCompany,
      classifier_id: ofCompany,
      collection_id: ofCompany,
      environment_id: ofCompany,
      model_id: ofCompany,
      failed_step: 'none',
      failure: ofCompany,
      region: ofCompany,
      deployment: ofCompany,
      api_version: ofCompany,
    },
    withheld: { password: secret },
    example: `insert into integrations (unique_id, name, provider, service, service_name, category, password)
      values ('{id}', 'n', 'SAP', 'erp', 's', 'ERP', 'p')`,
  },
  integration_grants: {
    place: 'shard',
    restored: 'left',
    person: { granted_by: acting },
    example: `insert into integration_grants (integration_id, intake_key_id, granted_by, granted_at)
      select i.id, k.id, 'a', now() from integrations i, intake_keys k`,
  },
} satisfies Readonly<Record<string, TableFacts>>;
