-- The tenant wall and the tables of the ground floor.
-- steward_app and steward_system stand for the two login roles: the runner puts in what they are called here, and
-- sets steward.app_role and steward.system_role to the same names for the functions.

revoke all on schema public from public;
grant usage on schema public to steward_app, steward_system;

-- Puts a company-owned table behind the wall: the application sees and writes the rows of the company its
-- transaction is bound to (SET LOCAL app.company_id), and without that setting none at all. Rows also take that
-- company by default. Row-level security is forced, so even the owner sees nothing: a migration that changes rows
-- must lift it first (alter table … no force row level security) and put it back in the same transaction.
create function protect_company_table(
  target regclass,
  commands text default 'select, insert, update, delete',
  company_column name default 'company_id'
) returns void language plpgsql as $$
declare
  app_role text := current_setting('steward.app_role');
  bound text := 'nullif(current_setting(''app.company_id'', true), '''')::uuid';
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy company on %s to %I using (%I = %s) with check (%3$I = %4$s)',
    target, app_role, company_column, bound);
  if company_column = 'company_id' then
    execute format('alter table %s alter column company_id set default %s', target, bound);
  end if;
  execute format('grant %s on %s to %I', commands, target, app_role);
end
$$;

-- Lets the system role use a table across companies, for the commands named and no others. A command may name its
-- columns: 'select, update (email)'.
create function allow_system(target regclass, commands text) returns void language plpgsql as $$
declare
  system_role text := current_setting('steward.system_role');
begin
  execute format('grant %s on %s to %I', commands, target, system_role);
  if (select relrowsecurity from pg_class where oid = target) then
    execute format('create policy system on %s to %I using (true) with check (true)', target, system_role);
  end if;
end
$$;

revoke all on function protect_company_table, allow_system from public;

create table companies (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  vat_number text,
  country text,
  address_1 text,
  address_2 text,
  region text,
  city text,
  zip text,
  primary_contact_id uuid,
  secondary_contact_id uuid,
  logo_file_key text,
  time_zone text not null default 'Europe/Tallinn',
  currency text not null default 'EUR' constraint companies__currency check (currency ~ '^[A-Z]{3}$'),
  is_provider boolean not null default false,
  status text not null default 'active' constraint companies__status check (status in ('active', 'pending', 'suspended')),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table users (
  company_id uuid not null constraint users__company references companies (id),
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  company text not null,
  sap_id text,
  roles text[] not null
    constraint users__roles check (
      cardinality(roles) > 0 and roles <@ array['SuperAdmin', 'Admin', 'User', 'TechnicalUser']
      and array_position(roles, null) is null
    ),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint users__account_unique unique (company_id, account_id)
);
create unique index users__email_unique on users (company_id, lower(email));
create index users__by_name on users (company_id, lower(last_name), lower(first_name), id);
-- The oldest membership of an account is the company it acts in when it names none.
create index users__account_memberships on users (account_id, created_at, company_id);

alter table companies
  add constraint companies__primary_contact foreign key (id, primary_contact_id)
    references users (company_id, id) on delete set null (primary_contact_id),
  add constraint companies__secondary_contact foreign key (id, secondary_contact_id)
    references users (company_id, id) on delete set null (secondary_contact_id);

-- The last SuperAdmin of a company stays. Runs at commit, so that one transaction may hand the role over in any
-- order. The company's row is the queue: of two simultaneous attempts the second counts after the first is done,
-- with a fresh snapshot, which is why anything stricter than READ COMMITTED is refused.
create function keep_last_super_admin() returns trigger language plpgsql as $$
begin
  if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
    raise exception 'users lose the SuperAdmin role in READ COMMITTED transactions only';
  end if;
  perform from companies where id = old.company_id for no key update;
  if found and not exists (
    select from users where company_id = old.company_id and roles @> array['SuperAdmin']
  ) then
    raise exception 'the last SuperAdmin of company % can not go', old.company_id
      using errcode = 'check_violation', constraint = 'users__last_super_admin', table = 'users';
  end if;
  return null;
end
$$;
revoke all on function keep_last_super_admin from public;

create constraint trigger users__last_super_admin_update after update of roles, company_id on users
  deferrable initially deferred for each row
  when (old.roles @> array['SuperAdmin'] and (old.company_id <> new.company_id or not new.roles @> array['SuperAdmin']))
  execute function keep_last_super_admin();
create constraint trigger users__last_super_admin_delete after delete on users
  deferrable initially deferred for each row
  when (old.roles @> array['SuperAdmin'])
  execute function keep_last_super_admin();

create table notification_settings (
  company_id uuid primary key constraint notification_settings__company references companies (id),
  announcements boolean not null default false,
  maintenance boolean not null default true,
  new_skills boolean not null default false,
  account_limit boolean not null default false,
  budget_warning boolean not null default false,
  spending_digest boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz(3) not null default now()
);

create table audit_entries (
  company_id uuid not null constraint audit_entries__company references companies (id),
  id bigint generated always as identity,
  occurred_at timestamptz(3) not null,
  actor_account_id uuid,
  actor_name text not null,
  actor_email text not null,
  -- Set where the actor is of another company: the provider's people acting inside this one.
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

create table files (
  company_id uuid not null constraint files__company references companies (id),
  key text not null constraint files__key check (key ~ '^[A-Za-z0-9_-]{22}$'),
  purpose text not null,
  content_type text not null,
  byte_length integer not null constraint files__byte_length check (byte_length >= 0),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, key)
);

create table idempotency_keys (
  company_id uuid not null constraint idempotency_keys__company references companies (id),
  key text not null constraint idempotency_keys__key check (length(key) between 1 and 200),
  operation text not null,
  request_hash text not null,
  -- Not jsonb: repeats get the answer letter for letter.
  answer json,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, key)
);
create index idempotency_keys__age on idempotency_keys (created_at);

-- What an account agreed to at sign-up, with the version of the text it saw.
create table agreements (
  account_id uuid not null,
  document text not null constraint agreements__document check (document in ('termsConditions', 'dataProcessing')),
  version text not null,
  accepted_at timestamptz(3) not null,
  company_id uuid constraint agreements__company references companies (id),
  primary key (account_id, document, version)
);

create table page_views (
  day date not null,
  path text not null constraint page_views__path check (length(path) <= 200),
  views bigint not null default 0,
  primary key (day, path)
);

select protect_company_table('companies', 'select, update', company_column => 'id');
select protect_company_table('users');
select protect_company_table('notification_settings', 'select, insert, update');
select protect_company_table('audit_entries', 'select, insert');
select protect_company_table('files', 'select, insert, delete');
select protect_company_table('idempotency_keys');

select allow_system('companies', 'select, insert, update');
select allow_system('users', 'select, insert, delete, update (account_id, email, first_name, last_name, company, version, updated_at)');
select allow_system('notification_settings', 'select, insert');
select allow_system('audit_entries', 'insert');
select allow_system('idempotency_keys', 'select, delete');
select allow_system('agreements', 'select, insert, delete');
select allow_system('page_views', 'select, insert, update');
