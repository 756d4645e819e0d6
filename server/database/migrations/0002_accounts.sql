-- Accounts: who can sign in. An account belongs to no company, so its tables lie in a schema of their own. The system
-- role works on them; the application role reaches them only through the functions at the end of this file.

create schema identity;

create table identity.accounts (
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
  constraint accounts__email unique (email),
  constraint accounts__email_lower_case check (email = lower(email))
);

create table identity.credentials (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references identity.accounts (id) on delete cascade,
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
  constraint credentials__provider unique (account_id, provider_id)
);

create table identity.sessions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references identity.accounts (id) on delete cascade,
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sessions__token unique (token)
);
create index sessions__account on identity.sessions (account_id);
create index sessions__expires_at on identity.sessions (expires_at);

create table identity.verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications__identifier on identity.verifications (identifier);

create table identity.two_factors (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references identity.accounts (id) on delete cascade,
  secret text not null,
  backup_codes text not null default '',
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  -- The newest 30-second step a code was taken for; it only grows, so no code is taken twice.
  last_step bigint not null default 0,
  constraint two_factors__account unique (account_id)
);

create table identity.recovery_codes (
  account_id uuid not null references identity.accounts (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

create table identity.signing_keys (
  id uuid primary key default gen_random_uuid(),
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

-- subject is a keyed hash of the address, because addresses without an account are counted too and must not be stored.
create table identity.one_time_codes (
  id uuid primary key default gen_random_uuid(),
  purpose text not null,
  subject text not null,
  account_id uuid references identity.accounts (id) on delete cascade,
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz,
  constraint one_time_codes__purpose check (purpose in ('verify', 'reset', 'sign-in', 'change-email'))
);
create unique index one_time_codes__one_live on identity.one_time_codes (purpose, subject) where spent_at is null;
create index one_time_codes__subject on identity.one_time_codes (subject, created_at);

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

-- Subjects of another OpenID Connect issuer. The first token with a verified address links the subject to the account of
-- that address; afterwards only the subject counts, because the address may change at the issuer.
create table identity.external_identities (
  issuer text not null,
  subject text not null,
  account_id uuid not null references identity.accounts (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index external_identities__account on identity.external_identities (account_id);

-- Finds or creates the account of an address that a SuperAdmin adds. An unverified account of the same address is renamed
-- to an impossible address first, because its password and its company belong to the person who signed up, not to the
-- new user.
create function identity.ensure_account(p_email text, p_name text, p_password_hash text)
returns table (account_id uuid, is_new boolean)
language plpgsql security definer set search_path = identity, pg_temp as $$
declare
  found_id uuid;
  was_verified boolean;
begin
  loop
    insert into identity.accounts (email, name, email_verified, must_change_password)
    values (p_email, p_name, true, true)
    on conflict (email) do nothing returning id into found_id;
    if found_id is not null then
      insert into identity.credentials (account_id, provider_id, provider_account_id, password)
      values (found_id, 'credential', found_id::text, p_password_hash);
      return query select found_id, true;
      return;
    end if;
    select a.id, a.email_verified into found_id, was_verified
    from identity.accounts a where a.email = p_email for update;
    if was_verified then
      return query select found_id, false;
      return;
    end if;
    -- Not found means deleted or renamed by a concurrent transaction: the next round decides.
    if found then
      update identity.accounts a set email = 'unproven ' || a.id where a.id = found_id;
      delete from identity.sessions s where s.account_id = found_id;
      update identity.one_time_codes o set spent_at = now() where o.account_id = found_id and o.spent_at is null;
    end if;
  end loop;
end $$;

-- Answers false where a user of the account is left: the foreign key users__account decides, also against a concurrent
-- insert.
create function identity.remove_account(p_account_id uuid) returns boolean
language plpgsql security definer set search_path = identity, pg_temp as $$
begin
  delete from identity.accounts a where a.id = p_account_id;
  return found;
exception when foreign_key_violation then
  return false;
end $$;

-- Counts an event of one key within an hour, in the transaction of the request, so that a failed request counts nothing.
-- Answers the seconds to wait, or 0 where the event was counted and is allowed.
create function identity.claim_in_hour(p_scope text, p_key text, p_limit integer, p_now timestamptz) returns integer
language plpgsql security definer set search_path = identity, pg_temp as $$
declare
  counted integer;
  began timestamptz;
begin
  if p_scope not in ('user-mail', 'address-change') then
    raise exception 'the scope % has no hourly limit', p_scope;
  end if;
  -- last_at holds the start of the hour for these scopes.
  insert into identity.attempts as a (scope, key, failures, last_at, is_allowed)
  values (p_scope, p_key, 1, p_now, true)
  on conflict (scope, key) do update set
    failures = case when a.last_at <= p_now - interval '1 hour' then 1 else a.failures + 1 end,
    last_at = case when a.last_at <= p_now - interval '1 hour' then p_now else a.last_at end
  returning failures, last_at into counted, began;
  if counted <= p_limit then return 0; end if;
  update identity.attempts a set failures = p_limit where a.scope = p_scope and a.key = p_key;
  return greatest(1, ceil(extract(epoch from began + interval '1 hour' - p_now)))::integer;
end $$;

revoke all on function identity.ensure_account(text, text, text), identity.remove_account(uuid),
  identity.claim_in_hour(text, text, integer, timestamptz) from public;
grant usage on schema identity to steward_app, steward_system;
grant execute on function identity.ensure_account(text, text, text), identity.remove_account(uuid),
  identity.claim_in_hour(text, text, integer, timestamptz) to steward_app, steward_system;

select allow_system('identity.accounts', 'select, insert, update, delete');
select allow_system('identity.credentials', 'select, insert, update');
select allow_system('identity.sessions', 'select, insert, update, delete');
select allow_system('identity.verifications', 'select, insert, update, delete');
select allow_system('identity.two_factors', 'select, insert, update, delete');
select allow_system('identity.recovery_codes', 'select, insert, update, delete');
select allow_system('identity.signing_keys', 'select, insert');
select allow_system('identity.one_time_codes', 'select, insert, update, delete');
select allow_system('identity.attempts', 'select, insert, update, delete');
select allow_system('identity.external_identities', 'select, insert, update (issuer)');
