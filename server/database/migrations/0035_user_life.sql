-- The life of users: invited until the first sign-in into the company, then active, deactivated and active again.
alter table users
  add column deactivated_at timestamptz(3),
  -- When the user's newest session was first used in this company. Null for one that has never signed in here, whatever
  -- the account does elsewhere, because that would tell a company who is registered in another one.
  add column last_sign_in_at timestamptz(3);
grant update (last_sign_in_at) on users to steward_system;

alter table users no force row level security;
update users u set last_sign_in_at = coalesce(
  (select max(s.created_at) from identity.sessions s where s.account_id = u.account_id), a.updated_at)
from identity.accounts a where a.id = u.account_id and not a.must_change_password and a.email_verified;
alter table users force row level security;

-- A company keeps at least one SuperAdmin who can sign in.
create or replace function keep_last_super_admin() returns trigger language plpgsql as $$
begin
  if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
    raise exception 'users lose the SuperAdmin role in READ COMMITTED transactions only';
  end if;
  perform from companies where id = old.company_id for no key update;
  if found and not exists (
    select from users
    where company_id = old.company_id and roles @> array['SuperAdmin'] and deactivated_at is null
  ) then
    raise exception 'the last SuperAdmin of company % can not go', old.company_id
      using errcode = 'check_violation', constraint = 'users__last_super_admin', table = 'users';
  end if;
  return null;
end
$$;
drop trigger users__last_super_admin_update on users;
create constraint trigger users__last_super_admin_update after update of roles, company_id, deactivated_at on users
  deferrable initially deferred for each row
  when (old.roles @> array['SuperAdmin'] and old.deactivated_at is null and (old.company_id <> new.company_id
    or not new.roles @> array['SuperAdmin'] or new.deactivated_at is not null))
  execute function keep_last_super_admin();
drop trigger users__last_super_admin_delete on users;
create constraint trigger users__last_super_admin_delete after delete on users
  deferrable initially deferred for each row
  when (old.roles @> array['SuperAdmin'] and old.deactivated_at is null)
  execute function keep_last_super_admin();

-- Temporary passwords expire. Null for those without a time, e.g. of the first account of the portal.
alter table identity.accounts add column temporary_until timestamptz(3);

drop function identity.ensure_account(text, text, text);
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

-- Which of these accounts have the second factor on.
create function identity.list_second_factors(p_account_ids uuid[]) returns setof uuid
language sql stable security definer set search_path = identity, pg_temp as $$
  select id from identity.accounts where id = any(p_account_ids) and two_factor_enabled;
$$;

revoke all on function identity.ensure_account(text, text, text, timestamptz),
  identity.renew_temporary_password(uuid, text, timestamptz), identity.list_second_factors(uuid[]) from public;
grant execute on function identity.ensure_account(text, text, text, timestamptz),
  identity.renew_temporary_password(uuid, text, timestamptz), identity.list_second_factors(uuid[])
  to steward_app, steward_system;
