-- What the connection tests say of an integration. The portal tests Active ones by itself, at next_test_at or at once where
-- that is null. All but the breaks start again where the connection changes.
alter table integrations
  -- Failures in a row, the first of them, and what the last one reported.
  add column failed_tests integer not null default 0,
  add column failing_since timestamptz(3),
  add column failed_step text,
  add column failure text,
  add column last_success_at timestamptz(3),
  -- The last break, and the last recovery from one.
  add column broken_at timestamptz(3),
  add column recovered_at timestamptz(3),
  add column next_test_at timestamptz(3),
  add constraint integrations__failures check ((failed_tests = 0) = (failing_since is null));

alter table integrations no force row level security;
update integrations set
  last_success_at = case when test_ok then tested_at end,
  failing_since = case when not test_ok then tested_at end,
  failed_tests = case when not test_ok then 1 else 0 end;
alter table integrations force row level security;

create index integrations__due_tests on integrations (next_test_at) where status;

do $$
begin
  execute format('grant update (next_test_at) on integrations to %I', current_setting('steward.system_role'));
end
$$;
