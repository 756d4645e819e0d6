import { randomUUID } from 'node:crypto';
import { runSql } from '../../testing/sql/run-sql.ts';
import { listPlaced } from '../distribution/placement.ts';
import type { Database } from '../open-database.ts';

/** Statements that insert a row into every table of skills. */
const listSkillRows = (id: string): string[] => [
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
const listInvoicedRows = (id: string): string[] => [
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

/**
 * Statements that insert a row into every table of a bound company that has a user, beside those of the audit log. The
 * month 2026-11 has partitions.
 */
export function listCompanyRows(id: string): string[] {
  const numbers = `day, skill_number, status, technical) values ('2026-11-01', 1, 1, false)`;
  return [
    `insert into files (key, purpose, content_type) values (left(replace('${id}', '-', ''), 22), 'logo', 'image/png')`,
    `insert into idempotency_keys (key, operation, request_hash) values ('k', 'o', 'h')`,
    ...listSkillRows(id),
    `insert into intake_keys (name, hint, secret_hash, created_by) values ('k', 'h', '${id}', 'a')`,
    `insert into intake_key_days (intake_key_id, day, reason, items)
      select id, '2026-11-01', 'accepted', 1 from intake_keys where secret_hash = '${id}'`,
    `insert into intake_key_hours (intake_key_id, hour, accepted, rejected)
      select id, now(), 1, 0 from intake_keys where secret_hash = '${id}'`,
    `insert into intake_key_alerts (intake_key_id) select id from intake_keys where secret_hash = '${id}'`,
    `insert into intake_key_uses (intake_key_id, last_used_at) select id, now() from intake_keys`,
    `insert into unread_names (intake_key_id, name, kind, is_missed, seen_at)
      select id, 'acme.chat.id', 'conversation', true, now() from intake_keys where secret_hash = '${id}'`,
    `insert into user_sign_ins (user_id, last_sign_in_at) select id, now() from users`,
    `insert into mapped_attributes (id, name, created_at) values ('${id}', 'service.name', now())`,
    `insert into attribute_values (attribute_id, digest, shown) values ('${id}', md5('a'), 'a')`,
    `insert into reported_skills (name, name_key) values ('s', 's')`,
    `with reported as (insert into reported_users default values returning number)
      insert into reported_user_keys (key, number) select 'id:1', number from reported`,
    `insert into conversations (started_at, id, external_id, day, hour, status, reported_at, status_at)
      values ('2026-11-01Z', '${id}', 'c', '2026-11-01', 0, 1, now(), now())`,
    `insert into conversation_partitions (id, started_at) values ('${id}', '2026-11-01Z')`,
    `insert into conversation_reviews (conversation_id, updated_at) values ('${id}', now())`,
    `insert into messages (conversation_id, started_at, id, external_id, sent_at, is_assistant, parts)
      values ('${id}', '2026-11-01Z', '${id}', 'm', now(), true, '[]')`,
    `insert into usage_events values (default, '${id}', 'r', now(), '2026-11-01', null, 1, 1, 1)`,
    `insert into matched_usage_events values (default, '${id}', 'r', now(), '2026-11-01', '${id}', 1, 1, 2, false)`,
    `insert into skill_daily_stats (${numbers}`,
    `insert into skill_monthly_stats (${numbers.replace('day', 'month')}`,
    `insert into user_daily_stats (day, user_number, technical) values ('2026-11-01', 1, false)`,
    `insert into user_monthly_stats (month, user_number, technical) values ('2026-11-01', 1, false)`,
    `insert into hourly_stats (day, hour, technical) values ('2026-11-01', 0, false)`,
    `insert into model_daily_stats (day, model, technical) values ('2026-11-01', '', false)`,
    `insert into tool_daily_stats (day, tool, technical) values ('2026-11-01', 't', false)`,
    `insert into answer_time_daily_stats (day, bucket, technical) values ('2026-11-01', 0, false)`,
    `insert into usage_daily (day, skill_number, price_ten_thousandths) values ('2026-11-01', 1, 1)`,
    `insert into spans (trace_id, span_id, started_at, facts) values ('t', 's', now(), '{}')`,
    `insert into search_pending (changed) values ('{${id}}')`,
    `insert into search_segments (month, segment, masking, conversations, facts) values ('2026-11-01', 1, 1, 1, '\\x00')`,
    `insert into search_words (month, segment, first, places) values ('2026-11-01', 1, 1, '\\x00')`,
    `insert into search_states (masking_version, indexed_from) values (1, now())`,
    `insert into demo_seed_progress (month) values ('2026-11-01')`,
    `insert into budget_reservations (id, external_id, reservation, taken_at, expires_at, day, skill_number, user_number,
        price_ten_thousandths, state, decision)
      values ('${id}', 'r', '${id}', now(), now(), '2026-11-01', 1, 0, 1, 'held', 'allow')`,
    `insert into invoices (id, invoice_id, issue_date, due_date, total_ten_thousandths)
      values ('${id}', 'i', '2026-11-01', '2026-11-15', 1)`,
    `insert into invoice_lines (invoice_id, position, description, total_ten_thousandths) values ('${id}', 0, 'l', 1)`,
    ...listInvoicedRows(id),
    `insert into deleted_invoices (id, invoice_id, period, issue_date, due_date, total_ten_thousandths, deleted_at)
      values ('${id}', 'i', '2026-10-01', '2026-11-01', '2026-11-15', 1, now())`,
    `insert into invoice_series (year) values (2026);
      insert into transcript_unmaskings (account_id, conversation_id, until) values ('${id}', '${id}', now())`,
    `insert into masking_settings default values`,
    `insert into erasures (id, kind, subject_id, requested_at) values ('${id}', 'person', '${id}', now())`,
    `insert into deleted_conversations (id) values ('${id}')`,
    `insert into log_imports (id, file_name, bytes, created_at, created_by) values ('${id}', 'f', 1, now(), 'a')`,
    `insert into retention_settings default values`,
    `insert into role_rights default values`,
    `insert into invoice_prefixes (prefix) values ('${id}'); insert into sign_in_providers default values;
      insert into sign_in_domains values (default, 'd', 'p'); insert into sign_in_links select company_id, '', '', id, id, now() from users`,
    `insert into pool_agreements (subject, email, document, version, accepted_at)
      values ('s', 'e', 'termsConditions', '1', now())`,
    `insert into integrations (unique_id, name, provider, service, service_name, category, password)
      values ('${id}', 'n', 'SAP', 'erp', 's', 'ERP', 'p')`,
    `insert into integration_grants (integration_id, intake_key_id, granted_by, granted_at)
      select i.id, k.id, 'a', now() from integrations i, intake_keys k`,
    `insert into company_exports (id, requested_at, requester_name, requester_email, state, finished_at, expires_at)
      values ('${id}', '2026-01-01', 'a', 'a', 'failed', '2026-01-01', '2026-01-01')`,
    `insert into row_files (id, account_id, kind, filter, format, requested_at, expires_at)
      values ('${id}', '${id}', 'conversations', '{}', 'csv', '2026-01-01', '2026-01-01')`,
    `insert into archived_invoices (id, customer_id, invoice_id, issue_date, total_ten_thousandths, pdf_key, keep_until)
      values ('${id}', '${id}', 'i', '2026-11-01', 1, 'k', '2036-12-31')`,
    `insert into company_limits (limit_ten_thousandths) values (1)`,
    `insert into skill_limits (skill_id, limit_ten_thousandths) values ('${id}', 1)`,
    `insert into support_items (id, type) values ('${id}', 'E-mail')`,
    `insert into notification_log (key, kind, made_at) values ('k', 'maintenance', now())`,
    `insert into sent_mails (notification_key, kind, user_id, recipient, subject, body_text, body_html, made_at)
      values ('k', 'maintenance', '${id}', 'r', 's', 't', 'h', now())`,
    `insert into mail_opt_outs (user_id, kind, made_at) select id, 'maintenance', now() from users limit 1`,
    `insert into mail_reports (user_id, name, hour, period, parts, technical_users, attaches_usage, is_enabled, done_day,
        created_at, updated_at)
      select id, 'n', 8, 'week', '{figures}', false, false, true, '2026-11-01', now(), now() from users limit 1`,
    `insert into announcements (kind, title, body, made_by, made_at) values ('maintenance', 't', 'b', 'm', now())`,
  ];
}

/** A row in every table of a company that has a user; those of the audit log come from its changes. */
export async function fillTables(database: Database, companyId: string): Promise<void> {
  await database.withSystem('demo.seed', async (tx) => {
    await runSql(tx, `select make_month_partitions('2026-11-01')`);
    await runSql(
      tx,
      `insert into agreements (account_id, document, version, accepted_at, company_id)
        select account_id, 'termsConditions', '1', now(), company_id from users where company_id = $1 limit 1`,
      [companyId],
    );
  });
  await insertRows(database, companyId, [...listCompanyRows(randomUUID()), ...auditRows.slice(-1)]);
}

/** Runs each in a transaction of its own, where its table is on a distributed PostgreSQL. */
export async function insertRows(database: Database, companyId: string, statements: readonly string[]): Promise<void> {
  for (const text of statements) {
    const [, table = ''] = /insert into (\w+)/.exec(text) ?? [];
    // The version of a limit comes from a sequence, which workers of Citus do not have for integers.
    const isOfCoordinator = listPlaced('copied').includes(table) || table === 'skill_limits';
    const open = isOfCoordinator ? database.withCompany : database.withShard;
    await open(companyId, (tx) => runSql(tx, text));
  }
}
