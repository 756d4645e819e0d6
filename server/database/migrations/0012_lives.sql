-- What is taken along and what is deleted: files of rows, exports and deletions of companies, erasures, retention.

-- Files of many rows, made in the background, that wait for the person who asked for them (decision 0018).
create table row_files (
  company_id uuid not null constraint row_files__company references companies (id),
  id uuid not null,
  -- The owner, who may be of the provider's company.
  account_id uuid not null,
  kind text not null
    constraint row_files__kind check (kind in ('conversations', 'messages', 'usage', 'requests', 'invoices', 'topUsers',
      'audit')),
  -- As it was asked for, with the range that it meant then; empty when the file is withdrawn.
  filter jsonb not null,
  format text not null constraint row_files__format check (format in ('csv', 'excel', 'jsonl')),
  -- The conversations whose texts it holds started from then until before; null for kinds without texts.
  covered_from timestamptz(3),
  covered_until timestamptz(3), requested_at timestamptz(3) not null,
  -- cancelled: its owner deleted it, and what is left of it is about to be deleted.
  state text not null default 'waiting'
    constraint row_files__state check (state in ('waiting', 'ready', 'failed', 'withdrawn', 'cancelled')),
  failure text constraint row_files__failure check (failure in ('right', 'too-large', 'error')),
  -- Parts that were begun: each of them may lie in the storage of files, by a key that follows from the id.
  parts integer not null default 0,
  -- So far.
  row_count bigint not null default 0,
  -- Null until they are counted.
  row_total bigint,
  bytes bigint,
  -- The rights, the masking and the reported users of the owner by which it was made; null before.
  made_by jsonb,
  -- When the row and what is left of the file are deleted.
  expires_at timestamptz(3) not null,
  primary key (company_id, id),
  constraint row_files__covered check ((covered_from is null) = (covered_until is null)),
  constraint row_files__outcome check ((state = 'failed') = (failure is not null) and (state <> 'ready' or bytes is not null))
);
create index row_files__expiry on row_files (expires_at);
create index row_files__owner on row_files (company_id, account_id);
select protect_company_table('row_files');
select allow_system('row_files', 'select (company_id, id, state, parts, expires_at)');

-- The archive lies in the storage of files as numbered parts, whose keys follow from the id.
create table company_exports (
  company_id uuid not null constraint company_exports__company references companies (id),
  id uuid not null, requested_at timestamptz(3) not null, requester_name text not null, requester_email text not null,
  state text not null default 'waiting' constraint company_exports__state check (state in ('waiting', 'ready', 'failed')),
  -- Parts that were begun: each of them may lie in the storage.
  parts integer not null default 0,
  finished_at timestamptz(3),
  -- When archive and row are deleted.
  expires_at timestamptz(3) not null,
  bytes bigint, row_count bigint, file_count integer,
  primary key (company_id, id),
  constraint company_exports__outcome check ((state = 'waiting') = (finished_at is null)
    and (state = 'ready') = (bytes is not null and row_count is not null and file_count is not null))
);
create index company_exports__expiry on company_exports (expires_at);
create unique index company_exports__one_waiting on company_exports (company_id) where state = 'waiting';
select protect_company_table('company_exports'); select allow_system('company_exports', 'select (company_id, id, expires_at)');

-- What was deleted, without personal data: the provider's proof. Of no company, because the company is gone; the id was its.
create table company_deletions (
  id uuid primary key,
  company_name text not null, deleted_at timestamptz(3) not null, facts jsonb not null,
  -- The signed text; null until the files are deleted too.
  certificate text,
  finished_at timestamptz(3),
  constraint company_deletions__finished check ((certificate is null) = (finished_at is null))
);
select allow_system('company_deletions', 'select, update (certificate, finished_at)');

-- Issued invoices of deleted companies, which the law lets the provider keep: its own records, with their PDFs.
create table archived_invoices (
  company_id uuid not null constraint archived_invoices__company references companies (id),
  id uuid not null,
  -- The deleted company.
  customer_id uuid not null,
  invoice_id text not null, issue_date date not null, total_ten_thousandths bigint not null, pdf_key text not null,
  keep_until date not null,
  primary key (company_id, id)
);
create index archived_invoices__customer on archived_invoices (company_id, customer_id);
select protect_company_table('archived_invoices', 'select, insert, delete');

create table erasures (
  company_id uuid not null constraint erasures__company references companies (id),
  id uuid not null,
  kind text not null constraint erasures__kind check (kind in ('conversation', 'key', 'person', 'import')),
  -- The conversation, the intake key or the person: a user, or a reported user. Its name is in the audit log alone.
  subject_id uuid not null,
  -- The reported users of a person.
  user_numbers integer[] not null default '{}',
  -- Whether the requests of the month that is not billed yet go too.
  deletes_requests boolean not null default false,
  state text not null default 'waiting' constraint erasures__state check (state in ('waiting', 'done')),
  requested_at timestamptz(3) not null, finished_at timestamptz(3),
  -- So far.
  conversations integer not null default 0,
  messages bigint not null default 0, requests integer not null default 0, files integer not null default 0,
  -- The signed text for a person; null until it is done.
  certificate text,
  primary key (company_id, id),
  constraint erasures__finished check ((state = 'waiting') = (finished_at is null))
);
create unique index erasures__one_waiting on erasures (company_id, kind, subject_id) where state = 'waiting';
select protect_company_table('erasures', 'select, insert, update');

-- How long a company keeps the texts and the figures of its conversations (decision 0019). A company without a row keeps both.
create table retention_settings (
  company_id uuid primary key constraint retention_settings__company references companies (id) on delete cascade,
  -- In days; null without an end.
  content_days integer constraint retention_settings__content check (content_days between 30 and 3650),
  sums_days integer constraint retention_settings__sums check (sums_days between 30 and 3650),
  version integer not null default 1, updated_at timestamptz(3) not null default now(),
  constraint retention_settings__order check (content_days <= sums_days)
);
select protect_company_table('retention_settings', 'select, insert, update');
select allow_system('retention_settings', 'select (company_id, content_days, sums_days)');

create policy unproven_only on companies as restrictive for delete to steward_system
  using (not company_is_proven(id));
create policy unproven_only on notification_settings as restrictive for delete to steward_system
  using (not company_is_proven(company_id));
create policy unproven_only on audit_entries as restrictive for delete to steward_system
  using (not company_is_proven(company_id));
create policy unproven_only on audit_heads as restrictive for delete to steward_system
  using (not company_is_proven(company_id));
create policy unproven_only on audit_seals as restrictive for delete to steward_system
  using (not company_is_proven(company_id));
create policy unproven_only on audit_checkpoints as restrictive for delete to steward_system
  using (not company_is_proven(company_id));

-- Tables from which persons are erased; the months of conversations and messages follow as they are made.
select vacuum_soon(erased::regclass) from unnest(array['identity.accounts', 'identity.external_identities', 'users',
  'sign_in_providers', 'sign_in_links', 'pool_agreements', 'idempotency_keys', 'files', 'reported_users', 'reported_user_keys',
  'attribute_values', 'spans', 'conversation_reviews', 'transcript_unmaskings', 'tool_daily_stats', 'usage_events',
  'matched_usage_events', 'budget_reservations', 'notification_settings', 'sent_mails', 'mail_reports',
  'company_exports']) as t (erased);
