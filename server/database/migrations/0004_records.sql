-- What every kind of record uses: the audit log, idempotent creation, stored files.

-- Sequences, not identity columns: a distributed PostgreSQL cannot distribute a table with an identity column.
create sequence audit_entries__id;
grant usage on sequence audit_entries__id to steward_app, steward_system;
create table audit_entries (
  company_id uuid not null constraint audit_entries__company references companies (id),
  id bigint not null default nextval('audit_entries__id'),
  occurred_at timestamptz(3) not null,
  actor_account_id uuid,
  actor_name text not null,
  actor_email text not null,
  -- Set where the actor is a user of another company: a SuperAdmin of the provider acting inside this one.
  actor_company text,
  action text not null,
  entity text not null,
  entity_id text not null,
  entity_label text not null,
  before jsonb,
  after jsonb,
  request_id text not null,
  primary key (company_id, id)
);
create index audit_entries__entity on audit_entries (company_id, entity, entity_id, id);

create table idempotency_keys (
  company_id uuid not null constraint idempotency_keys__company references companies (id),
  key text not null constraint idempotency_keys__key check (length(key) between 1 and 200),
  operation text not null,
  request_hash text not null,
  -- json, not jsonb: a repeated request gets the first answer byte for byte.
  answer json,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, key)
);
create index idempotency_keys__age on idempotency_keys (created_at);

create table files (
  company_id uuid not null constraint files__company references companies (id),
  key text not null constraint files__key check (key ~ '^[A-Za-z0-9_-]{22}$'),
  purpose text not null,
  content_type text not null,
  byte_length integer not null constraint files__byte_length check (byte_length >= 0),
  -- The key of the smaller copy of a picture that is kept in two sizes.
  thumbnail_key text constraint files__thumbnail_key check (thumbnail_key ~ '^[A-Za-z0-9_-]{22}$'),
  -- True for a screenshot of the provider's skills, which every company's store shows. Only the trigger below sets it.
  is_provided boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, key)
);
-- Retention deletes screenshots that no skill names.
create index files__screenshots on files (created_at) where purpose = 'screenshot';

create function mark_provided_file() returns trigger language plpgsql as $$
begin
  new.is_provided := new.purpose = 'screenshot'
    and exists (select from companies where id = new.company_id and is_provider);
  return new;
end
$$;
revoke all on function mark_provided_file from public;

create trigger files__provided before insert or update on files
  for each row execute function mark_provided_file();

select protect_company_table('audit_entries', 'select, insert');
select protect_company_table('idempotency_keys');
select protect_company_table('files', 'select, insert, delete');
create policy provided on files for select to steward_app using (is_provided);
-- Locking a row needs an update right on some column; the trigger sets this one whatever the statement writes.
grant update (is_provided) on files to steward_app;

select allow_system('audit_entries', 'select (company_id), insert, delete');
select allow_system('idempotency_keys', 'select, delete');
select allow_system('files', 'select, insert, update (is_provided), delete');
