import { billing, ofCompany, secret, type TableFacts } from './table-facts.ts';

export const ledgerTables = {
  usage_events: {
    place: 'shard',
    restored: 'replaced',
    person: { external_id: 'erased', senders: 'none', model: 'none' },
    example: `insert into usage_events values (default, '{id}', 'r', now(), '2026-11-01', null, 1, 1, 1)`,
  },
  matched_usage_events: {
    place: 'shard',
    restored: 'replaced',
    person: { external_id: 'erased', senders: 'none', model: 'none' },
    example: `insert into matched_usage_events values (default, '{id}', 'r', now(), '2026-11-01', '{id}', 1, 1, 2, false)`,
  },
  usage_daily: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into usage_daily (day, skill_number, price_ten_thousandths) values ('2026-11-01', 1, 1)`,
  },
  usage_monthly: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into usage_monthly (month, user_number, intake_key_id, skill_number, price_ten_thousandths)
      values ('2026-11-01', 1, '{id}', 1, 1)`,
  },
  usage_by_key: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into usage_by_key (month, intake_key_id, skill_number, price_ten_thousandths)
      values ('2026-11-01', '{id}', 1, 1)`,
  },
  usage_by_department: {
    place: 'shard',
    restored: 'replaced',
    person: { department: ofCompany },
    example: `insert into usage_by_department (month, department, skill_number, price_ten_thousandths, requests)
      values ('2026-11-01', 'd', 1, 1, 0)`,
  },
  summed_departments: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into summed_departments (month) values ('2026-11-01')`,
  },
  moved_owners: { place: 'shard', restored: 'replaced', example: `insert into moved_owners (transaction) values (1)` },
  usage_by_person: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into usage_by_person (month, user_number, price_ten_thousandths) values ('2026-11-01', 1, 1)`,
  },
  usage_rounded: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into usage_rounded (month, skill_number, price_ten_thousandths, user_number)
      values ('2026-11-01', 1, 1, 1)`,
  },
  usage_models: {
    place: 'shard',
    restored: 'replaced',
    person: { model: 'none' },
    example: `insert into usage_models (month, model, skill_number, price_ten_thousandths) values ('2026-11-01', 'm', 1, 1)`,
  },
  cost_owners: {
    place: 'shard',
    restored: 'replaced',
    person: { department: ofCompany, cost_centre: ofCompany },
    example: `insert into cost_owners (person_id, from_month, recorded_month) values ('{id}', '2026-11-01', '2026-11-01')`,
  },
  budget_reservations: {
    place: 'shard',
    restored: 'replaced',
    person: { external_id: 'erased', state: 'none', decision: 'none', limited_by: 'none', limit_name: ofCompany },
    example: `insert into budget_reservations (id, external_id, reservation, taken_at, expires_at, day, skill_number, user_number,
        price_ten_thousandths, state, decision)
      values ('{id}', 'r', '{id}', now(), now(), '2026-11-01', 1, 0, 1, 'held', 'allow')`,
  },
  support_requests: {
    place: 'shard',
    restored: 'kept',
    person: { type: 'none', subject: billing },
    example: `insert into support_requests (id, day, type, subject, cost_ten_thousandths, recorded_at)
    values ('{id}', '2026-11-01', 'E-mail', 's', 100, now())`,
  },
  company_limits: {
    place: 'shard',
    restored: 'replaced',
    person: { action: 'none' },
    example: `insert into company_limits (limit_ten_thousandths) values (1)`,
  },
  skill_limits: {
    place: 'shard',
    restored: 'replaced',
    person: { action: 'none' },
    example: `insert into skill_limits (skill_id, limit_ten_thousandths) values ('{id}', 1)`,
  },
  owner_limits: {
    place: 'shard',
    restored: 'replaced',
    person: { kind: 'none', owner: ofCompany, action: 'none' },
    example: `insert into owner_limits (kind, owner, limit_ten_thousandths) values ('department', 'Sales', 1)`,
  },
  limit_requests: {
    place: 'shard',
    restored: 'left',
    person: {
      kind: 'none',
      owner: ofCompany,
      reason: { kept: 'until it is decided, a week at most; then in the sealed audit log' },
      state: 'none',
    },
    withheld: { token_hash: secret },
    example: `insert into limit_requests (id, kind, owner, reason, token_hash, created_at, expires_at)
      values ('{id}', 'department', 'Sales', 'r', '\\x01', now(), now())`,
  },
  support_items: {
    place: 'shard',
    restored: 'kept',
    person: { type: 'none' },
    example: `insert into support_items (id, type) values ('{id}', 'E-mail')`,
  },
} satisfies Readonly<Record<string, TableFacts>>;
