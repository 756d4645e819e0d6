-- How long a company keeps the texts and the figures of its conversations (decision 0019). A company without a row keeps both.
create table retention_settings (
  company_id uuid primary key constraint retention_settings__company references companies (id) on delete cascade,
  -- In days; null without an end.
  content_days integer constraint retention_settings__content check (content_days between 30 and 3650),
  sums_days integer constraint retention_settings__sums check (sums_days between 30 and 3650),
  version integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  constraint retention_settings__order check (content_days <= sums_days)
);
select protect_company_table('retention_settings', 'select, insert, update');
-- Which companies have something to delete.
select allow_system('retention_settings', 'select (company_id, content_days, sums_days)');
