-- Who can sign in. Accounts belong to no company, so they live apart from the company-owned tables: the system role
-- works on them, the application role reaches them only through the two functions at the end.
create schema identity;

create table identity.account (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  email_verified boolean not null default false,
  name text not null,
  image text,
  two_factor_enabled boolean not null default false,
  must_change_password boolean not null default false,
  pending_email text,
  -- Sign-ups seen before the address was proven; above one, the code alone no longer proves whose password it is.
  sign_ups integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint account__email unique (email),
  constraint account__email_lower_case check (email = lower(email))
);

create table identity.credential (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references identity.account (id) on delete cascade,
  provider_id text not null,
  provider_account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint credential__provider unique (account_id, provider_id)
);

create table identity.session (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references identity.account (id) on delete cascade,
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint session__token unique (token)
);
create index session__account on identity.session (account_id);
create index session__expires_at on identity.session (expires_at);

create table identity.verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verification__identifier on identity.verification (identifier);

create table identity.two_factor (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references identity.account (id) on delete cascade,
  secret text not null,
  backup_codes text not null default '',
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  -- The newest 30-second step a code was taken for; it only grows, so no code is taken twice.
  last_step bigint not null default 0,
  constraint two_factor__account unique (account_id)
);

create table identity.recovery_code (
  account_id uuid not null references identity.account (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

create table identity.signing_key (
  id uuid primary key default gen_random_uuid(),
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

-- `subject` is a keyed hash of the address: addresses nobody has registered are counted too and must not be kept.
create table identity.one_time_code (
  id uuid primary key default gen_random_uuid(),
  purpose text not null,
  subject text not null,
  account_id uuid references identity.account (id) on delete cascade,
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz,
  constraint one_time_code__purpose check (purpose in ('verify', 'reset', 'sign-in', 'change-email'))
);
create unique index one_time_code__one_live on identity.one_time_code (purpose, subject) where spent_at is null;
create index one_time_code__subject on identity.one_time_code (subject, created_at);

create table identity.attempts (
  scope text not null,
  key text not null,
  failures integer not null,
  refused integer not null default 0,
  blocked_until timestamptz,
  last_at timestamptz not null,
  is_allowed boolean not null,
  primary key (scope, key)
);
create index attempts__last_at on identity.attempts (last_at);

-- An account for a person whom a SuperAdmin adds. An address that somebody signed up with but never proved is taken
-- over: its password is replaced and its sessions end, or the stranger's password would open the new user's account.
create function identity.ensure_account(p_email text, p_name text, p_password_hash text)
returns table (account_id uuid, is_new boolean)
language plpgsql security definer set search_path = identity, pg_temp as $$
declare
  found_id uuid;
  was_verified boolean;
begin
  insert into identity.account (email, name, email_verified, must_change_password)
  values (p_email, p_name, true, true)
  on conflict (email) do nothing returning id into found_id;
  if found_id is not null then
    insert into identity.credential (account_id, provider_id, provider_account_id, password)
    values (found_id, 'credential', found_id::text, p_password_hash);
    return query select found_id, true;
    return;
  end if;
  select a.id, a.email_verified into found_id, was_verified
  from identity.account a where a.email = p_email for update;
  if not was_verified then
    update identity.account a
    set name = p_name, email_verified = true, must_change_password = true, sign_ups = 1, updated_at = now()
    where a.id = found_id;
    update identity.credential c set password = p_password_hash, updated_at = now()
    where c.account_id = found_id and c.provider_id = 'credential';
    delete from identity.session s where s.account_id = found_id;
    update identity.one_time_code o set spent_at = now() where o.account_id = found_id and o.spent_at is null;
  end if;
  return query select found_id, not was_verified;
end $$;

-- False where the account still has a membership: the foreign key of `users` (below) decides, also against a
-- membership that is being added at the same time.
create function identity.remove_account(p_account_id uuid) returns boolean
language plpgsql security definer set search_path = identity, pg_temp as $$
begin
  delete from identity.account a where a.id = p_account_id;
  return found;
exception when foreign_key_violation then
  return false;
end $$;

revoke all on function identity.ensure_account(text, text, text), identity.remove_account(uuid) from public;

do $$
begin
  execute format('grant usage on schema identity to %1$I, %2$I',
    current_setting('steward.app_role'), current_setting('steward.system_role'));
  execute format(
    'grant execute on function identity.ensure_account(text, text, text), identity.remove_account(uuid) to %1$I, %2$I',
    current_setting('steward.app_role'), current_setting('steward.system_role'));
end
$$;

select allow_system('identity.account', 'select, insert, update');
select allow_system('identity.credential', 'select, insert, update');
select allow_system('identity.session', 'select, insert, update, delete');
select allow_system('identity.verification', 'select, insert, update, delete');
select allow_system('identity.two_factor', 'select, insert, update, delete');
select allow_system('identity.recovery_code', 'select, insert, update, delete');
select allow_system('identity.signing_key', 'select, insert');
select allow_system('identity.one_time_code', 'select, insert, update, delete');
select allow_system('identity.attempts', 'select, insert, update, delete');

-- Every user is a membership of an account; remove_account relies on this.
alter table users add constraint users__account foreign key (account_id) references identity.account (id);
