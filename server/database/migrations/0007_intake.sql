-- Skills, intake keys, conversations with their messages, the request ledger, and the roll-ups kept beside them.

create table skills (
  company_id uuid not null constraint skills__company references companies (id),
  id uuid not null default gen_random_uuid(),
  name text not null,
  description text not null default '',
  area text not null default 'General'
    constraint skills__area check (area in ('FI', 'MM', 'SD', 'CO', 'BS', 'General')),
  service_provider text not null,
  domain_knowledge text not null default 'ERP'
    constraint skills__domain_knowledge check (domain_knowledge in ('ERP', 'Communication')),
  skill_result text not null default '',
  conversation_info text[] not null default '{}',
  screen_shots text[] not null default '{}',
  workflow_approval boolean not null default false,
  -- Of one billed run; a ten-thousandth of a euro is the unit of all money here.
  price_ten_thousandths bigint not null default 0 constraint skills__price check (price_ten_thousandths >= 0),
  -- Of the provider, and so in every company's store. Set by the trigger below, never by a caller.
  is_provided boolean not null default false,
  -- Deleted skills keep their name in logs, usage and invoices.
  deleted_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create index skills__provided on skills (id) where is_provided;

-- Only the provider's rows may be seen by everybody, so no caller has a say in which these are.
create function mark_provided_skill() returns trigger language plpgsql as $$
begin
  new.is_provided := exists (select from companies where id = new.company_id and is_provider);
  return new;
end
$$;
revoke all on function mark_provided_skill from public;
create trigger skills__provided before insert or update on skills
  for each row execute function mark_provided_skill();

-- What one company pays for a run where it is not the skill's own price. The skill may be the provider's: no foreign key.
create table skill_prices (
  company_id uuid not null constraint skill_prices__company references companies (id),
  skill_id uuid not null,
  price_ten_thousandths bigint not null constraint skill_prices__price check (price_ten_thousandths >= 0),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, skill_id)
);

create table intake_keys (
  company_id uuid not null constraint intake_keys__company references companies (id),
  id uuid not null default gen_random_uuid(),
  name text not null,
  -- The last characters of the key, by which people tell keys apart.
  hint text not null,
  secret_hash bytea not null,
  -- The key before the last rotation, good until then.
  previous_hash bytea,
  previous_until timestamptz(3),
  created_by text not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create unique index intake_keys__secret on intake_keys (secret_hash);
create unique index intake_keys__previous on intake_keys (previous_hash) where previous_hash is not null;
create unique index intake_keys__name_unique on intake_keys (company_id, lower(name)) where revoked_at is null;

-- Skills and users as the assistants name them. Conversations and roll-ups hold the number alone; number 0 stands for
-- nobody or nothing named. What is not mapped keeps its reported name and stays visible.
create table reported_skills (
  company_id uuid not null constraint reported_skills__company references companies (id),
  number integer generated always as identity,
  id uuid not null default gen_random_uuid(),
  name text not null,
  -- The name as it is compared: NFC, lower case, single spaces.
  name_key text not null,
  -- May be a skill of the provider: no foreign key.
  skill_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, number),
  constraint reported_skills__name_unique unique (company_id, name_key)
);
create unique index reported_skills__id on reported_skills (company_id, id);

create table reported_users (
  company_id uuid not null constraint reported_users__company references companies (id),
  number integer generated always as identity,
  id uuid not null default gen_random_uuid(),
  first_name text not null default '',
  last_name text not null default '',
  email text,
  user_id uuid,
  -- Somebody who tests the assistant: counted only for those who ask for technical users.
  is_technical boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, number),
  constraint reported_users__user foreign key (company_id, user_id) references users (company_id, id)
    on delete set null (user_id)
);
create unique index reported_users__id on reported_users (company_id, id);
create unique index reported_users__user_unique on reported_users (company_id, user_id);

-- Every way in which an assistant has named a user: its own id, an address, a SAP login (`id:7`, `email:a@b`, `sap:X`).
create table reported_user_keys (
  company_id uuid not null,
  key text not null,
  number integer not null,
  primary key (company_id, key),
  constraint reported_user_keys__number foreign key (company_id, number) references reported_users (company_id, number)
);

-- Rows of the four tables below are not checked against companies and numbers: a foreign key costs as much as the row,
-- and one place writes them.
create table conversations (
  company_id uuid not null,
  started_at timestamptz(3) not null,
  -- The first 16 bytes of the SHA-256 of the sender's id.
  id uuid not null,
  external_id text not null,
  -- Day and hour in the company's zone as they were counted in the roll-ups.
  day date not null,
  hour smallint not null,
  skill_number integer not null default 0,
  user_number integer not null default 0,
  -- 1 Completed, 2 Processing, 3 Failed, 4 Escaped, 5 Error
  status smallint not null,
  technical boolean not null default false,
  messages integer not null default 0,
  api_calls integer not null default 0,
  approved_at timestamptz(3),
  -- When what is known of it was reported, by the sender's clock: older reports change nothing.
  reported_at timestamptz(3) not null,
  status_at timestamptz(3) not null,
  -- Only a message or a status has arrived so far.
  is_placeholder boolean not null default false,
  primary key (company_id, started_at, id) include (skill_number, user_number, status, technical)
) partition by range (started_at);
create index conversations__by_user on conversations (company_id, user_number, started_at, id)
  include (skill_number, status, technical);

-- In which month a conversation lies, and that no id of the sender is taken twice.
create table conversation_starts (
  company_id uuid not null,
  id uuid not null,
  started_at timestamptz(3) not null,
  primary key (company_id, id)
);

create table messages (
  company_id uuid not null,
  conversation_id uuid not null,
  -- The conversation's, so that both lie in the same month.
  started_at timestamptz(3) not null,
  id uuid not null,
  external_id text not null,
  sent_at timestamptz(3) not null,
  -- Its place where it was reported: the order of messages of one millisecond.
  position smallint not null default 0,
  is_assistant boolean not null,
  author text not null default '',
  loading boolean not null default false,
  hide boolean not null default false,
  parts jsonb not null,
  primary key (company_id, conversation_id, started_at, id)
) partition by range (started_at);

-- The ledger: one row for each billed run of a skill, never changed and never deleted.
create table requests (
  company_id uuid not null,
  id uuid not null,
  external_id text not null,
  occurred_at timestamptz(3) not null,
  day date not null,
  conversation_id uuid,
  skill_number integer not null,
  user_number integer not null default 0,
  price_ten_thousandths bigint not null constraint requests__price check (price_ten_thousandths >= 0),
  primary key (company_id, id)
);
create index requests__by_day on requests (company_id, day, skill_number);
create index requests__by_conversation on requests (company_id, conversation_id);

-- Roll-ups, changed in the transaction that changes the rows. Everything of a conversation counts on the day it started.
create table skill_days (
  company_id uuid not null,
  day date not null,
  skill_number integer not null,
  status smallint not null,
  technical boolean not null,
  conversations integer not null default 0,
  messages integer not null default 0,
  api_calls bigint not null default 0,
  primary key (company_id, day, skill_number, status, technical) include (conversations, messages, api_calls)
);
create table skill_months (
  company_id uuid not null,
  month date not null,
  skill_number integer not null,
  status smallint not null,
  technical boolean not null,
  conversations integer not null default 0,
  messages integer not null default 0,
  api_calls bigint not null default 0,
  primary key (company_id, month, skill_number, status, technical) include (conversations, messages, api_calls)
);
-- The conversations of a user stand in one row, a column for each status: with a row for each status the distinct users
-- of two years took three times as long.
create table user_days (
  company_id uuid not null,
  day date not null,
  user_number integer not null,
  technical boolean not null,
  messages integer not null default 0,
  completed integer not null default 0,
  processing integer not null default 0,
  failed integer not null default 0,
  escaped integer not null default 0,
  error integer not null default 0,
  primary key (company_id, day, user_number, technical)
    include (messages, completed, processing, failed, escaped, error)
);
create table user_months (
  company_id uuid not null,
  month date not null,
  user_number integer not null,
  technical boolean not null,
  messages integer not null default 0,
  completed integer not null default 0,
  processing integer not null default 0,
  failed integer not null default 0,
  escaped integer not null default 0,
  error integer not null default 0,
  primary key (company_id, month, user_number, technical)
    include (messages, completed, processing, failed, escaped, error)
);
create table hour_days (
  company_id uuid not null,
  day date not null,
  hour smallint not null,
  technical boolean not null,
  conversations integer not null default 0,
  messages integer not null default 0,
  primary key (company_id, day, hour, technical) include (conversations, messages)
);
create table request_days (
  company_id uuid not null,
  day date not null,
  skill_number integer not null,
  price_ten_thousandths bigint not null,
  requests integer not null default 0,
  primary key (company_id, day, skill_number, price_ten_thousandths) include (requests)
);

-- What is kept of a span until all of its conversation has arrived: the few facts the mapping needs, not the span.
create table spans (
  company_id uuid not null,
  trace_id text not null,
  span_id text not null,
  -- Of the sender, as this span names it; null where it names none.
  conversation text,
  started_at timestamptz(3) not null,
  facts jsonb not null,
  received_at timestamptz(3) not null default now(),
  -- The conversation that was last made of it, by its sender's id.
  counted_as text,
  -- When its conversation is to be derived: at once while it is new, later while its parent is missing; null when done.
  due_at timestamptz(3),
  primary key (company_id, trace_id, span_id)
);
create index spans__due on spans (company_id, due_at) where due_at is not null;
create index spans__by_conversation on spans (company_id, conversation) where conversation is not null;
create index spans__age on spans (received_at);

-- The months of conversations that the demo still has to send, and has sent.
create table demo_months (
  company_id uuid not null constraint demo_months__company references companies (id),
  month date not null,
  done_at timestamptz(3),
  primary key (company_id, month)
);

-- Makes the partitions of one month where they are missing. Attached instead of created in place, so that nobody who
-- reads or writes other months has to wait.
create function make_month_partitions(p_month date) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first_day date := date_trunc('month', p_month)::date;
  parent text;
  part text;
begin
  if first_day < date '2010-01-01' or first_day > current_date + interval '3 months' then
    raise exception 'no partition for %', first_day using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7283914004);
  foreach parent in array array['conversations', 'messages'] loop
    part := parent || to_char(first_day, '"_"YYYY_MM');
    continue when to_regclass('public.' || part) is not null;
    execute format('create table %I (like %I including all)', part, parent);
    execute format('alter table %I enable row level security', part);
    execute format('alter table %I force row level security', part);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
      to_char(first_day, 'YYYY-MM-DD"T00:00:00Z"'),
      to_char(first_day + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"'));
  end loop;
end
$$;
revoke all on function make_month_partitions(date) from public;
grant execute on function make_month_partitions(date) to steward_system;

select protect_company_table('skills');
create policy provided on skills for select to steward_app using (is_provided);
select protect_company_table('skill_prices');
select protect_company_table('intake_keys', 'select, insert, update');
select protect_company_table('reported_skills', 'select, insert, update (skill_id)');
select protect_company_table('reported_users', 'select, insert, update');
select protect_company_table('reported_user_keys', 'select, insert');
select protect_company_table('conversations');
select protect_company_table('conversation_starts');
select protect_company_table('messages');
select protect_company_table('requests', 'select, insert, update (conversation_id)');
select protect_company_table('skill_days');
select protect_company_table('skill_months');
select protect_company_table('user_days');
select protect_company_table('user_months');
select protect_company_table('hour_days');
select protect_company_table('request_days');
select protect_company_table('spans');
select protect_company_table('demo_months');

select allow_system('skills', 'select, insert');
select allow_system('skill_prices', 'select, insert');
select allow_system('intake_keys', 'select, insert, update (last_used_at)');
select allow_system('demo_months', 'select, insert');
select allow_system('spans', 'select (company_id, received_at, due_at), delete');
