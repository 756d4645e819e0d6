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

revoke all on function identity.share_session(uuid, uuid) from public;
grant execute on function identity.share_session(uuid, uuid) to steward_app, steward_system;
