-- Sign-ups that nobody proved are deleted after two days with what they made, and nobody else is: the policies let the
-- system role delete only what belongs to a company none of whose users has ever shown an address.
create function company_is_proven(p_company_id uuid) returns boolean
language sql stable security invoker set search_path = public, pg_temp as $$
  select exists (
    select from users u join identity.account a on a.id = u.account_id
    where u.company_id = p_company_id and a.email_verified)
$$;
revoke all on function company_is_proven(uuid) from public;
grant execute on function company_is_proven(uuid) to steward_system;

grant delete on companies, notification_settings, audit_entries to steward_system;
grant select (company_id) on audit_entries to steward_system;
grant delete on identity.account to steward_system;
create policy unproven_only on companies as restrictive for delete to steward_system
  using (not company_is_proven(id));
create policy unproven_only on notification_settings as restrictive for delete to steward_system
  using (not company_is_proven(company_id));
create policy unproven_only on audit_entries as restrictive for delete to steward_system
  using (not company_is_proven(company_id));
-- A repeated sign-up agrees anew.
grant update (accepted_at, company_id) on agreements to steward_system;

-- As before, but an address that somebody signed up with and never proved goes to a new account: the stranger's stays
-- with a name that is no address, so that neither their password nor their company comes to the new user.
create or replace function identity.ensure_account(p_email text, p_name text, p_password_hash text)
returns table (account_id uuid, is_new boolean)
language plpgsql security definer set search_path = identity, pg_temp as $$
declare
  found_id uuid;
  was_verified boolean;
begin
  loop
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
    if was_verified then
      return query select found_id, false;
      return;
    end if;
    -- Not found where it was deleted or taken over in the meantime: then the next round decides.
    if found then
      update identity.account a set email = 'unproven ' || a.id where a.id = found_id;
      delete from identity.session s where s.account_id = found_id;
      update identity.one_time_code o set spent_at = now() where o.account_id = found_id and o.spent_at is null;
    end if;
  end loop;
end $$;
