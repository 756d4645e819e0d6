-- Retention deletes sign-ups without a verified address after two days, with the company they created. The policies let
-- the system role delete only rows of a company in which no user has a verified address.
create function company_is_proven(p_company_id uuid) returns boolean
language plpgsql stable security invoker set search_path = public, pg_temp as $$
begin
  return exists (
    select from users u join identity.accounts a on a.id = u.account_id
    where u.company_id = p_company_id and a.email_verified);
end
$$;
revoke all on function company_is_proven(uuid) from public;
grant execute on function company_is_proven(uuid) to steward_system;

create policy unproven_only on companies as restrictive for delete to steward_system
  using (not company_is_proven(id));
create policy unproven_only on notification_settings as restrictive for delete to steward_system
  using (not company_is_proven(company_id));
create policy unproven_only on audit_entries as restrictive for delete to steward_system
  using (not company_is_proven(company_id));
