-- What assistants report: intake keys, reported skills and users, conversations with their messages, spans.

create table intake_keys (
  company_id uuid not null constraint intake_keys__company references companies (id),
  id uuid not null default gen_random_uuid(),
  name text not null,
  -- The last characters of the key, shown to tell keys apart.
  hint text not null,
  secret_hash bytea not null,
  -- The secret before the last rotation, accepted until previous_until.
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

-- Skills and users under the names that assistants report. Conversations and roll-ups hold the number; number 0 means none
-- was named. An unmapped skill or user keeps its reported name and stays visible.
create sequence reported_skills__number as integer;
create sequence reported_users__number as integer;
grant usage on sequence reported_skills__number, reported_users__number to steward_app, steward_system;

create table reported_skills (
  company_id uuid not null constraint reported_skills__company references companies (id),
  number integer not null default nextval('reported_skills__number'),
  id uuid not null default gen_random_uuid(),
  name text not null,
  -- The name for comparison: NFC, lower case, single spaces.
  name_key text not null,
  -- Without a foreign key, because the skill may be one of the provider.
  skill_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, number),
  constraint reported_skills__name_unique unique (company_id, name_key)
);
create unique index reported_skills__id on reported_skills (company_id, id);

create table reported_users (
  company_id uuid not null constraint reported_users__company references companies (id),
  number integer not null default nextval('reported_users__number'),
  id uuid not null default gen_random_uuid(),
  first_name text not null default '',
  last_name text not null default '',
  email text,
  user_id uuid,
  -- A user who tests the assistant; counted only where technical users are included.
  is_technical boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, number),
  constraint reported_users__user foreign key (company_id, user_id) references users (company_id, id)
    on delete set null (user_id)
);
create unique index reported_users__id on reported_users (company_id, id);
create unique index reported_users__user_unique on reported_users (company_id, user_id);

-- Every key by which an assistant has named a user: its own id, an address or a SAP login (id:7, email:a@b, sap:X).
create table reported_user_keys (
  company_id uuid not null,
  key text not null,
  number integer not null,
  primary key (company_id, key),
  constraint reported_user_keys__number foreign key (company_id, number) references reported_users (company_id, number)
);

-- conversations, conversation_partitions, messages and usage_events have no foreign keys to companies and numbers: a
-- check costs as much as the row, and one module writes them.
create table conversations (
  company_id uuid not null,
  started_at timestamptz(3) not null,
  -- The first 16 bytes of the SHA-256 of external_id.
  id uuid not null,
  external_id text not null,
  -- Day and hour in the company's zone, as the roll-ups counted them.
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
  -- Time of the newest report, by the sender's clock; an older report changes nothing.
  reported_at timestamptz(3) not null,
  status_at timestamptz(3) not null,
  -- True while only messages or a status have arrived, not the conversation itself.
  is_placeholder boolean not null default false,
  primary key (company_id, started_at, id) include (skill_number, user_number, status, technical)
) partition by range (started_at);
create index conversations__by_user on conversations (company_id, user_number, started_at, id)
  include (skill_number, status, technical);

-- The month partition in which a conversation lies; its key makes external ids unique across partitions.
create table conversation_partitions (
  company_id uuid not null,
  id uuid not null,
  started_at timestamptz(3) not null,
  primary key (company_id, id)
);

create table messages (
  company_id uuid not null,
  conversation_id uuid not null,
  -- Start of the conversation, so that both rows lie in the same partition.
  started_at timestamptz(3) not null,
  id uuid not null,
  external_id text not null,
  sent_at timestamptz(3) not null,
  -- Position in the report: orders messages of the same millisecond.
  position smallint not null default 0,
  is_assistant boolean not null,
  author text not null default '',
  loading boolean not null default false,
  hide boolean not null default false,
  parts jsonb not null,
  primary key (company_id, conversation_id, started_at, id)
) partition by range (started_at);

-- The facts of a span that the mapping needs, kept until all spans of its conversation have arrived.
create table spans (
  company_id uuid not null,
  trace_id text not null,
  span_id text not null,
  -- The sender's conversation id on this span; null where the span has none.
  conversation text,
  started_at timestamptz(3) not null,
  facts jsonb not null,
  received_at timestamptz(3) not null default now(),
  -- The sender's id of the conversation last derived from this span.
  counted_as text,
  -- When to derive its conversation: at once while new, later while the parent span is missing, null when done.
  due_at timestamptz(3),
  primary key (company_id, trace_id, span_id)
);
create index spans__due on spans (company_id, due_at) where due_at is not null;
create index spans__by_conversation on spans (company_id, conversation) where conversation is not null;
create index spans__age on spans (received_at);

-- Creates the partitions of one month where they are missing. Attached, not created in place, because creating in place
-- would lock out readers and writers of the other months.
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

select protect_company_table('intake_keys', 'select, insert, update');
select protect_company_table('reported_skills', 'select, insert, update (skill_id)');
select protect_company_table('reported_users', 'select, insert, update');
select protect_company_table('reported_user_keys', 'select, insert');
select protect_company_table('conversations');
select protect_company_table('conversation_partitions');
select protect_company_table('messages');
select protect_company_table('spans');

select allow_system('intake_keys', 'select, insert, update (last_used_at)');
-- For the demo, whose invoices name the skills before the first conversation does.
select allow_system('reported_skills', 'select, insert');
select allow_system('spans', 'select (company_id, received_at, due_at), delete');
