-- Imports of logs that exist elsewhere (decision 0022). Their files lie in the storage in parts.
create table log_imports (
  company_id uuid not null constraint log_imports__company references companies (id),
  -- Of the conversations that it stored, it is the intake_key_id.
  id uuid not null,
  file_name text not null,
  bytes bigint not null,
  -- Parts that are stored.
  chunks integer not null default 0,
  state text not null default 'uploading'
    constraint log_imports__state check (state in ('uploading', 'ready', 'running', 'finished', 'cancelled', 'failed')),
  -- Format, encoding and columns; null until it was started.
  settings jsonb,
  -- Where it continues: bytes that are done with, and the place of the reader between two records.
  read_bytes bigint not null default 0,
  reader jsonb,
  records bigint not null default 0,
  conversations integer not null default 0,
  messages bigint not null default 0,
  known bigint not null default 0,
  -- What was left out, by reason, without content.
  left_out jsonb not null default '[]',
  failure text constraint log_imports__failure check (failure in ('record-too-large', 'suspended', 'internal')),
  created_at timestamptz(3) not null,
  created_by text not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- When its file is deleted; null once it is.
  file_until timestamptz(3),
  primary key (company_id, id),
  constraint log_imports__file check (file_until is not null or chunks = 0)
);
-- One at a time.
create unique index log_imports__one_running on log_imports (company_id) where state = 'running';
create index log_imports__file_until on log_imports (file_until) where file_until is not null;
select protect_company_table('log_imports');
select allow_system('log_imports', 'select (company_id, id, state, file_until)');

alter table erasures drop constraint erasures__kind;
alter table erasures add constraint erasures__kind check (kind in ('conversation', 'key', 'person', 'import'));
