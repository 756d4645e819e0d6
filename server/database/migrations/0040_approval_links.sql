-- The link of an open request for a skill can be sent again, with a new token and a new end.

do $$
begin
  execute format('grant update (token_hash, expires_at) on skill_requests to %I', current_setting('steward.app_role'));
end $$;
