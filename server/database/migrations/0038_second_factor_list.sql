-- Which of these accounts have the second factor on. PL/pgSQL instead of LANGUAGE sql, which a distributed PostgreSQL does
-- not run on distributed tables. Replaced in place, so that the rights on it stay.

create or replace function identity.list_second_factors(p_account_ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = identity, pg_temp as $$
begin
  return query select a.id from identity.accounts a where a.id = any(p_account_ids) and a.two_factor_enabled;
end $$;
