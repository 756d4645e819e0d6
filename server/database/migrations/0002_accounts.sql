-- Accounts: who can sign in. An account belongs to no company, so its tables lie in a schema of their own. The system
-- role works on them; the application role reaches them only through the functions at the end of this file.

create schema identity;
grant usage on schema identity to steward_app, steward_system;

create table identity.accounts (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint accounts__email_lower_case check (email = lower(email)),
  email_verified boolean not null default false, name text not null, image text,
  two_factor_enabled boolean not null default false, must_change_password boolean not null default false, pending_email text,
  -- Sign-ups seen before the address was proven; above one, the code alone no longer proves whose password it is.
  sign_ups integer not null default 1,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  -- Temporary passwords expire. Null for those without a time, e.g. of the first account of the portal.
  temporary_until timestamptz(3),
  constraint accounts__email unique (email)
);
select allow_system('identity.accounts', 'select, insert, update, delete');

create table identity.credentials (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references identity.accounts (id) on delete cascade,
  provider_id text not null, provider_account_id text not null, password text, access_token text, refresh_token text,
  id_token text, access_token_expires_at timestamptz, refresh_token_expires_at timestamptz, scope text,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  constraint credentials__provider unique (account_id, provider_id)
);
select allow_system('identity.credentials', 'select, insert, update');

create table identity.sessions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references identity.accounts (id) on delete cascade,
  token text not null, expires_at timestamptz not null, ip_address text, user_agent text,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(), last_used_at timestamptz(3),
  network text, sign_in_company_id uuid, sign_in_issuer text, sign_in_subject text,
  -- The issuer's own session, which its sign-out names.
  sign_in_session text,
  -- Sealed; the issuer's sign-out page takes it as a hint.
  sign_in_token bytea,
  constraint sessions__token unique (token),
  constraint sessions__sign_in check (sign_in_company_id is null or sign_in_issuer is not null)
);
create index sessions__account on identity.sessions (account_id);
create index sessions__expires_at on identity.sessions (expires_at);
create index sessions__sign_in on identity.sessions (sign_in_issuer, sign_in_subject) where sign_in_issuer is not null;
select allow_system('identity.sessions', 'select, insert, update, delete');

create table identity.verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null, value text not null, expires_at timestamptz not null, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications__identifier on identity.verifications (identifier);
select allow_system('identity.verifications', 'select, insert, update, delete');

create table identity.two_factors (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references identity.accounts (id) on delete cascade,
  secret text not null, backup_codes text not null default '', verified boolean not null default false,
  failed_verification_count integer not null default 0, locked_until timestamptz,
  -- The newest 30-second step a code was taken for; it only grows, so no code is taken twice.
  last_step bigint not null default 0,
  constraint two_factors__account unique (account_id)
);
select allow_system('identity.two_factors', 'select, insert, update, delete');

create table identity.recovery_codes (
  account_id uuid not null references identity.accounts (id) on delete cascade,
  code_hash text not null, used_at timestamptz,
  primary key (account_id, code_hash)
);
select allow_system('identity.recovery_codes', 'select, insert, update, delete');

create table identity.signing_keys (
  id uuid primary key default gen_random_uuid(),
  public_key text not null, private_key text not null, alg text, crv text, created_at timestamptz not null default now(),
  expires_at timestamptz
);
select allow_system('identity.signing_keys', 'select, insert');

-- subject is a keyed hash of the address, because addresses without an account are counted too and must not be stored.
create table identity.one_time_codes (
  id uuid primary key default gen_random_uuid(),
  purpose text not null constraint one_time_codes__purpose check (purpose in ('verify', 'reset', 'sign-in', 'change-email')),
  subject text not null,
  account_id uuid references identity.accounts (id) on delete cascade,
  code_hash text not null, tries integer not null default 0, created_at timestamptz not null, expires_at timestamptz not null,
  spent_at timestamptz, network text not null default '',
  -- Guesses from networks other than that one.
  other_tries integer not null default 0
);
create unique index one_time_codes__one_live on identity.one_time_codes (purpose, subject, network) where spent_at is null;
create index one_time_codes__subject on identity.one_time_codes (subject, created_at);
select allow_system('identity.one_time_codes', 'select, insert, update, delete');

create table identity.attempts (
  scope text not null, key text not null, failures integer not null, refused integer not null default 0,
  blocked_until timestamptz, last_at timestamptz not null, is_allowed boolean not null,
  primary key (scope, key)
);
create index attempts__last_at on identity.attempts (last_at);
select allow_system('identity.attempts', 'select, insert, update, delete');

-- Subjects of another OpenID Connect issuer. The first token with a verified address links the subject to the account of
-- that address; afterwards only the subject counts, because the address may change at the issuer.
create table identity.external_identities (
  issuer text not null, subject text not null,
  account_id uuid not null references identity.accounts (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index external_identities__account on identity.external_identities (account_id);
select allow_system('identity.external_identities', 'select, insert, update (issuer)');

-- States of sign-ins and ids of sign-out tokens, each of which counts once.
create table identity.spent_once (
  key text primary key,
  spent_at timestamptz(3) not null
);
select allow_system('identity.spent_once', 'select, insert, delete');

create function identity.ensure_account(
  p_email text, p_name text, p_password_hash text, p_temporary_until timestamptz
)
returns table (account_id uuid, is_new boolean)
language plpgsql security definer set search_path = identity, pg_temp as $$
declare
  found_id uuid;
  was_verified boolean;
begin
  loop
    insert into identity.accounts (email, name, email_verified, must_change_password, temporary_until)
    values (p_email, p_name, true, true, p_temporary_until)
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

-- Replaces a temporary password that was never changed. False for an account with a password of its own.
create function identity.renew_temporary_password(
  p_account_id uuid, p_password_hash text, p_temporary_until timestamptz
) returns boolean
language plpgsql security definer set search_path = identity, pg_temp as $$
begin
  update identity.accounts set temporary_until = p_temporary_until, updated_at = now()
  where id = p_account_id and must_change_password;
  if not found then
    return false;
  end if;
  update identity.credentials set password = p_password_hash, updated_at = now()
  where account_id = p_account_id and provider_id = 'credential';
  delete from identity.sessions where account_id = p_account_id;
  return true;
end $$;

create function identity.list_second_factors(p_account_ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = identity, pg_temp as $$
begin
  return query select a.id from identity.accounts a where a.id = any(p_account_ids) and a.two_factor_enabled;
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

-- Whether a session is still there, for a change that it asked for: it cannot end before the change's transaction does. Updates of
-- a session in use do not wait for that.
-- oldest program: 0001
create function identity.share_session(p_session_id uuid, p_account_id uuid) returns boolean
language plpgsql security definer set search_path = identity, pg_temp as $$
begin
  perform from identity.sessions s
  where s.id = p_session_id and s.account_id = p_account_id and s.expires_at > now()
  for key share;
  return found;
end $$;

revoke all on function identity.ensure_account(text, text, text, timestamptz), identity.renew_temporary_password(uuid, text,
  timestamptz), identity.list_second_factors(uuid[]), identity.remove_account(uuid), identity.claim_in_hour(text, text,
  integer,timestamptz), identity.share_session(uuid, uuid) from public;
grant execute on function identity.ensure_account(text, text, text, timestamptz), identity.renew_temporary_password(uuid, text,
  timestamptz), identity.list_second_factors(uuid[]), identity.remove_account(uuid), identity.claim_in_hour(text, text,
  integer,timestamptz), identity.share_session(uuid, uuid) to steward_app, steward_system;
