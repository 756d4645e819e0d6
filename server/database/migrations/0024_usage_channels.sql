-- Which channels have reported a usage event, as bits: 1 authorize and commit, 2 intake, 4 OpenTelemetry, 8 a conversation
-- that was reported without its runs.
alter table usage_events add column channels smallint not null default 2;
grant update (channels) on usage_events to steward_app;

-- Older ones that channels may still repeat.
alter table usage_events no force row level security;
alter table budget_reservations no force row level security;
update usage_events e set channels = case
  when exists (select from budget_reservations b where b.company_id = e.company_id and b.id = e.id and b.state = 'committed')
    then 1
  else 4 end
where day > current_date - 60 and (external_id ~ '^[0-9a-f]{32}:[0-9a-f]{16}$' or exists (
  select from budget_reservations b where b.company_id = e.company_id and b.id = e.id and b.state = 'committed'));
alter table usage_events force row level security;
alter table budget_reservations force row level security;

-- Reported usage events that are not billed: matched ones count as runs that the ledger holds under another id, imported
-- ones are history. A matched one that turns out to be a run of its own moves to the ledger.
create table matched_usage_events (
  company_id uuid not null,
  id uuid not null,
  external_id text not null,
  occurred_at timestamptz(3) not null,
  day date not null,
  conversation_id uuid not null,
  skill_number integer not null,
  user_number integer not null default 0,
  channels smallint not null,
  is_imported boolean not null,
  primary key (company_id, id)
);
create index matched_usage_events__by_conversation on matched_usage_events (company_id, conversation_id);
select protect_company_table('matched_usage_events',
  'select, insert, update (channels, is_imported, conversation_id), delete');
