-- What every record needs: the audit log with its chain, files, repeated requests; and what belongs to the installation.

-- Sequences, not identity columns: a distributed PostgreSQL cannot distribute a table with an identity column.
create sequence audit_entries__id;
grant usage on sequence audit_entries__id to steward_app, steward_system;
create table audit_entries (
  company_id uuid not null constraint audit_entries__company references companies (id),
  id bigint not null default nextval('audit_entries__id'::regclass), occurred_at timestamptz(3) not null, actor_account_id uuid,
  actor_name text not null, actor_email text not null,
  -- Set where the actor is a user of another company: a SuperAdmin of the provider acting inside this one.
  actor_company text,
  action text not null, entity text not null, entity_id text not null, entity_label text not null, before jsonb, after jsonb,
  request_id text not null,
  primary key (company_id, id)
);
create index audit_entries__entity on audit_entries (company_id, entity, entity_id, id);
select protect_company_table('audit_entries', 'select, insert'); select allow_system('audit_entries', 'select, insert, delete');
grant select (company_id) on audit_entries to steward_system;

-- Keys of the chain, encrypted under SECRETS_KEY. is_adopting: entries without a seal are still sealed, because they are
-- older than the chain, or written by a portal of the version before; made_at and is_adopting are bound to the sealed key.
create table audit_keys (
  number integer primary key,
  made_at timestamptz(3) not null, is_adopting boolean not null, sealed bytea not null
);
select allow_system('audit_keys', 'select, insert, update');

-- The last seal of each company's chain. Locked last in a transaction, so that writers do not fork the chain.
create table audit_heads (
  company_id uuid primary key constraint audit_heads__company references companies (id),
  position integer not null, mac bytea not null, key_number integer not null, head_mac bytea not null
);
select protect_company_table('audit_heads', 'select, insert, update');
select allow_system('audit_heads', 'select, insert, update, delete');

-- No foreign key to the entry: a seal without its entry is what shows a deleted entry.
create table audit_seals (
  company_id uuid not null constraint audit_seals__company references companies (id),
  position integer not null, entry_id bigint not null, occurred_at timestamptz(3) not null, key_number integer not null,
  mac bytea not null,
  primary key (company_id, "position"),
  constraint audit_seals__entry unique (company_id, entry_id)
);
select protect_company_table('audit_seals', 'select, insert'); select allow_system('audit_seals', 'select, insert, delete');

create table audit_checkpoints (
  company_id uuid not null constraint audit_checkpoints__company references companies (id),
  position integer not null, mac bytea not null, signed_at timestamptz(3) not null, key_number integer not null,
  signature bytea not null,
  primary key (company_id, "position")
);
select protect_company_table('audit_checkpoints', 'select, insert'); select allow_system('audit_checkpoints', 'select, delete');

create table idempotency_keys (
  company_id uuid not null constraint idempotency_keys__company references companies (id),
  key text not null constraint idempotency_keys__key check (length(key) between 1 and 200),
  operation text not null, request_hash text not null,
  -- json, not jsonb: a repeated request gets the first answer byte for byte.
  answer json,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, key)
);
create index idempotency_keys__age on idempotency_keys (created_at);
select protect_company_table('idempotency_keys'); select allow_system('idempotency_keys', 'select, delete');

create table files (
  company_id uuid not null constraint files__company references companies (id),
  key text not null constraint files__key check (key ~ '^[A-Za-z0-9_-]{22}$'),
  purpose text not null, content_type text not null,
  -- The key of the smaller copy of a picture that is kept in two sizes.
  thumbnail_key text constraint files__thumbnail_key check (thumbnail_key ~ '^[A-Za-z0-9_-]{22}$'),
  -- True for a screenshot of the provider's skills, which every company's store shows. Only the trigger below sets it.
  is_provided boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, key)
);
-- Retention deletes screenshots that no skill names.
create index files__screenshots on files (created_at) where purpose = 'screenshot';
select protect_company_table('files', 'select, insert, update (is_provided), delete');
select allow_system('files', 'select, insert, update (is_provided), delete');

create policy provided on files for select to steward_app using (is_provided);

create unlogged table shared_counts (
  minute bigint not null, key text not null, amount bigint not null,
  primary key (minute, key)
);
select allow_system('shared_counts', 'select, insert, update, delete');

create table page_views (
  day date not null,
  path text not null constraint page_views__path check (length(path) <= 200),
  views bigint not null default 0,
  primary key (day, path)
);
select allow_system('page_views', 'select, insert, update');

-- The hashed files of each version's pages, because a page of one version can ask a portal of another one for them.
create table web_assets (
  path text primary key,
  bytes bytea not null, served_at timestamptz(3) not null
);
select allow_system('web_assets', 'select, insert, update, delete');

-- The backups that were made, for the provider's page of operations; they belong to no company.
create table backups (
  id uuid primary key,
  started_at timestamptz(3) not null, finished_at timestamptz(3) not null, file text, bytes bigint, row_count bigint,
  is_verified boolean not null,
  -- Why there is no file, or why it could not be verified.
  error text,
  -- Names of the keys with a space between; null where an older program made the backup.
  sealed_by text,
  constraint backups__outcome check (file is not null or error is not null)
);
create index backups__by_time on backups (started_at desc);
select allow_system('backups', 'select, insert, delete');

-- Months of demo conversations, with the time at which the simulated assistant had sent them.
create table demo_seed_progress (
  company_id uuid not null constraint demo_seed_progress__company references companies (id),
  month date not null, done_at timestamptz(3),
  primary key (company_id, month)
);
select protect_company_table('demo_seed_progress'); select allow_system('demo_seed_progress', 'select, insert');

create function mark_provided_file() returns trigger language plpgsql as $$
begin
  new.is_provided := new.purpose = 'screenshot'
    and exists (select from companies where id = new.company_id and is_provider);
  return new;
end
$$;

revoke all on function mark_provided_file() from public;

create trigger files__provided before insert or update on files
  for each row execute function mark_provided_file();
