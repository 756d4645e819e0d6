-- How often something happened to one key within an hour, for limits that have to hold in the company's transaction:
-- counted there, a refused or failed request counts for nothing. Answers the seconds to wait; 0: counted and allowed.
create function identity.claim_in_hour(p_scope text, p_key text, p_limit integer, p_now timestamptz) returns integer
language plpgsql security definer set search_path = identity, pg_temp as $$
declare
  counted integer;
  began timestamptz;
begin
  if p_scope not in ('user-mail', 'address-change') then
    raise exception 'the scope % has no hourly limit', p_scope;
  end if;
  -- `last_at` is the beginning of the hour here.
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

revoke all on function identity.claim_in_hour(text, text, integer, timestamptz) from public;
grant execute on function identity.claim_in_hour(text, text, integer, timestamptz) to steward_app, steward_system;
