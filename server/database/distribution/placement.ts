/**
 * Place of a table's rows on a distributed PostgreSQL (decision 0017).
 * shard: with the other rows of their company, on the server of that company.
 * copied: on every server, read beside the rows of a company and written by the coordinator.
 * coordinator: there alone, because they belong to no company or a library brings them.
 */
export type Placement = 'shard' | 'copied' | 'coordinator';

/** The places of tables, by their names. */
export type Placements = Readonly<Record<string, Placement>>;

/**
 * Every table of the schema public. A test compares it with the migrated catalogue, so that a new table is placed where it
 * is made. A table whose unique keys do not all begin with company_id can not be in a shard.
 */
export const placements: Placements = {
  agreements: 'coordinator',
  announcements: 'shard',
  answer_time_daily_stats: 'shard',
  archived_invoices: 'shard',
  attribute_values: 'shard',
  audit_checkpoints: 'shard',
  audit_entries: 'shard',
  audit_heads: 'shard',
  audit_keys: 'coordinator',
  audit_seals: 'shard',
  backups: 'coordinator',
  budget_reservations: 'shard',
  companies: 'copied',
  company_deletions: 'coordinator',
  company_exports: 'shard',
  company_limits: 'shard',
  company_skills: 'shard',
  conversation_partitions: 'shard',
  conversation_reviews: 'shard',
  conversations: 'shard',
  deleted_conversations: 'shard',
  deleted_invoices: 'shard',
  demo_seed_progress: 'shard',
  erasures: 'shard',
  files: 'copied',
  hourly_stats: 'shard',
  idempotency_keys: 'shard',
  intake_key_alerts: 'shard',
  intake_key_days: 'shard',
  intake_key_hours: 'shard',
  intake_key_uses: 'shard',
  intake_keys: 'copied',
  integration_grants: 'shard',
  integrations: 'shard',
  invoice_lines: 'shard',
  invoice_prefixes: 'copied',
  invoice_series: 'shard',
  invoiced_support: 'shard',
  invoiced_usage: 'shard',
  invoices: 'shard',
  log_imports: 'shard',
  mail_opt_outs: 'shard',
  mail_reports: 'shard',
  mapped_attributes: 'shard',
  masking_settings: 'copied',
  matched_usage_events: 'shard',
  messages: 'shard',
  model_daily_stats: 'shard',
  notification_log: 'shard',
  notification_settings: 'shard',
  own_cost_rates: 'shard',
  page_views: 'coordinator',
  pool_agreements: 'shard',
  reported_skills: 'shard',
  reported_user_keys: 'shard',
  reported_users: 'shard',
  retention_settings: 'shard',
  role_rights: 'copied',
  row_files: 'shard',
  schema_migrations: 'coordinator',
  search_pending: 'shard',
  search_segments: 'shard',
  search_states: 'shard',
  search_words: 'shard',
  sent_mails: 'shard',
  shared_counts: 'coordinator',
  sign_in_domains: 'copied',
  sign_in_links: 'copied',
  sign_in_providers: 'copied',
  skill_daily_stats: 'shard',
  skill_limits: 'shard',
  skill_monthly_stats: 'shard',
  skill_prices: 'shard',
  skill_requests: 'shard',
  skill_state_changes: 'shard',
  skills: 'copied',
  spans: 'shard',
  support_items: 'shard',
  support_requests: 'shard',
  tool_daily_stats: 'shard',
  transcript_unmaskings: 'shard',
  unread_names: 'shard',
  usage_daily: 'shard',
  usage_events: 'shard',
  user_daily_stats: 'shard',
  user_monthly_stats: 'shard',
  user_sign_ins: 'shard',
  users: 'copied',
  web_assets: 'coordinator',
};

/** The names of the tables that are placed so, in alphabetical order. */
export function listPlaced(placement: Placement, tables = placements): string[] {
  return Object.keys(tables).filter((name) => tables[name] === placement);
}
