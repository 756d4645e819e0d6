/** Statements that insert a row into every table of skills. */
export const listSkillRows = (id: string): string[] => [
  `insert into skills (name, service_provider) values ('s', 'SAP')`,
  `insert into skill_prices (skill_id, price_ten_thousandths) values ('${id}', 1)`,
  `insert into own_cost_rates (skill_id, price_ten_thousandths, valid_from, created_by, created_at)
    select id, 1, '2026-01-01', 'a', now() from skills where company_id = current_setting('app.company_id')::uuid limit 1`,
  `insert into company_skills (skill_id, state) values ('${id}', 'active')`,
  `insert into skill_state_changes (skill_id, transition, from_state, to_state, actor_name, actor_email, changed_at)
    values ('${id}', 'activate', 'available', 'active', 'a', 'a', now())`,
  `insert into skill_requests (id, skill_id, reviewer_email, token_hash, requester_name, requester_email, requested_at,
      expires_at)
    values ('${id}', '${id}', 'r', 't', 'r', 'r', now(), now())`,
];

/** Statements that insert a row into every table of what an invoice bills, for the invoice of this id. */
export const listInvoicedRows = (id: string): string[] => [
  `insert into invoiced_usage (invoice_id, month, skill_number, price_ten_thousandths, requests)
    values ('${id}', '2026-10-01', 1, 1, 1)`,
  `insert into support_requests (id, day, type, subject, cost_ten_thousandths, recorded_at)
    values ('${id}', '2026-11-01', 'E-mail', 's', 100, now())`,
  `insert into invoiced_support (support_request_id, invoice_id) values ('${id}', '${id}')`,
];

/** Statements that insert a row into every table of the audit log. */
export const auditRows: readonly string[] = [
  `insert into audit_entries (occurred_at, actor_name, actor_email, action, entity, entity_id, entity_label, request_id)
    values (now(), 'a', 'a', 'a', 'a', 'a', 'a', 'a')`,
  `insert into audit_heads (position, mac, key_number, head_mac) values (1, '', 1, '')`,
  `insert into audit_seals (position, entry_id, occurred_at, key_number, mac) values (1, 1, now(), 1, '')`,
  `insert into audit_checkpoints (position, mac, signed_at, key_number, signature) values (1, '', now(), 1, '')`,
];
