-- What assistants report: names, conversations with their messages, spans; and how it is masked, reviewed and imported.

-- What the calls of each intake key became: items by day of the company and reason, one row for each.
create table intake_key_days (
  company_id uuid not null, intake_key_id uuid not null, day date not null,
  -- Of the closed list in contract/intake/key-reports.ts.
  reason text not null constraint intake_key_days__reason check (reason ~ '^[a-z-]{1,30}$'),
  items bigint not null constraint intake_key_days__items check (items >= 0),
  primary key (company_id, intake_key_id, day, reason),
  constraint intake_key_days__intake_key foreign key (company_id, intake_key_id)
    references intake_keys (company_id, id) on delete cascade
);
create index intake_key_days__by_day on intake_key_days (day);
select protect_company_table('intake_key_days'); select allow_system('intake_key_days', 'select, delete');

-- The same by hour for the last days, by which a jump of failures is found.
create table intake_key_hours (
  company_id uuid not null, intake_key_id uuid not null, hour timestamptz not null, accepted bigint not null,
  rejected bigint not null,
  primary key (company_id, intake_key_id, hour),
  constraint intake_key_hours__intake_key foreign key (company_id, intake_key_id)
    references intake_keys (company_id, id) on delete cascade
);
create index intake_key_hours__by_hour on intake_key_hours (hour);
select protect_company_table('intake_key_hours'); select allow_system('intake_key_hours', 'select, delete');

-- When a key was found silent or failing, and when that was over; a key without a row has reported nothing so far.
create table intake_key_alerts (
  company_id uuid not null, intake_key_id uuid not null,
  -- Hours without an accepted item after which the key counts as silent; null for never.
  silence_hours integer default 72 constraint intake_key_alerts__silence_hours check (silence_hours between 1 and 8760),
  accepted_at timestamptz(3), silent_at timestamptz(3), silence_over_at timestamptz(3), failing_at timestamptz(3),
  failing_over_at timestamptz(3),
  primary key (company_id, intake_key_id),
  constraint intake_key_alerts__intake_key foreign key (company_id, intake_key_id)
    references intake_keys (company_id, id) on delete cascade
);
select protect_company_table('intake_key_alerts'); select allow_system('intake_key_alerts', 'select');

create table intake_key_uses (
  company_id uuid not null, intake_key_id uuid not null,
  -- Of any call, to the minute.
  last_used_at timestamptz(3),
  -- Of a call that asked before a run, to the hour: a limit stops only what asks.
  last_asked_at timestamptz(3),
  primary key (company_id, intake_key_id),
  constraint intake_key_uses__intake_key foreign key (company_id, intake_key_id)
    references intake_keys (company_id, id) on delete cascade
);
select protect_company_table('intake_key_uses', 'select, insert, update');

-- Attributes that a key reports and that are not read, although their names look like a conversation, person, skill or text.
-- Names alone, never values; of a key the latest ones.
create table unread_names (
  company_id uuid not null, intake_key_id uuid not null,
  name text not null constraint unread_names__name check (length(name) <= 120),
  kind text not null constraint unread_names__kind check (kind in ('conversation', 'person', 'skill', 'text')),
  -- Whether no other attribute of its trace said it when it was seen last.
  is_missed boolean not null,
  seen_at timestamptz(3) not null,
  primary key (company_id, intake_key_id, name),
  constraint unread_names__intake_key foreign key (company_id, intake_key_id)
    references intake_keys (company_id, id) on delete cascade
);
create index unread_names__by_seen on unread_names (seen_at);
select protect_company_table('unread_names'); select allow_system('unread_names', 'select, delete');

create table reported_skills (
  company_id uuid not null constraint reported_skills__company references companies (id),
  number integer not null, id uuid not null default gen_random_uuid(), name text not null,
  -- The name for comparison: NFC, lower case, single spaces.
  name_key text not null,
  -- Without a foreign key, because the skill may be one of the provider.
  skill_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, number),
  constraint reported_skills__name_unique unique (company_id, name_key)
);
create unique index reported_skills__id on reported_skills (company_id, id);
select protect_company_table('reported_skills', 'select, insert, update (skill_id)');
select allow_system('reported_skills', 'select, insert');

create table reported_users (
  company_id uuid not null constraint reported_users__company references companies (id),
  number integer not null, id uuid not null default gen_random_uuid(), first_name text not null default '',
  last_name text not null default '', email text, user_id uuid,
  -- A user who tests the assistant; counted only where technical users are included.
  is_technical boolean not null default false,
  created_at timestamptz(3) not null default now(), main_number integer,
  -- A person that was erased: its names and keys are gone, and what is reported about it is stored without texts. The keys
  -- by which assistants name it are kept as hashes.
  erased_at timestamptz(3),
  primary key (company_id, number),
  constraint reported_users__user foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index reported_users__erased on reported_users (company_id, number) where erased_at is not null;
create unique index reported_users__id on reported_users (company_id, id);
create index reported_users__main on reported_users (company_id, number) include (main_number)
  where main_number is not null;
-- By user, for the deletion of one, and for the few that have a main number.
create index reported_users__user on reported_users (company_id, user_id);
create unique index reported_users__user_unique on reported_users (company_id, user_id) where main_number is null;
select protect_company_table('reported_users', 'select, insert, update');

-- Every key by which an assistant has named a user: its own id, an address or a SAP login (id:7, email:a@b, sap:X).
create table reported_user_keys (
  company_id uuid not null, key text not null, number integer not null,
  primary key (company_id, key),
  constraint reported_user_keys__number foreign key (company_id, number) references reported_users (company_id, number)
);
select protect_company_table('reported_user_keys', 'select, insert, update (key), delete');

-- Attributes of OpenTelemetry that a company maps to skills, users and whether runs are billed; the oldest one counts first.
create table mapped_attributes (
  company_id uuid not null constraint mapped_attributes__company references companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null constraint mapped_attributes__length check (length(name) between 1 and 100),
  created_at timestamptz(3) not null,
  primary key (company_id, id),
  constraint mapped_attributes__name unique (company_id, name)
);
select protect_company_table('mapped_attributes');

-- The latest values of each, and those that are mapped. A value is known by a digest, because it can be personal data, of which
-- only the kind is kept.
create table attribute_values (
  company_id uuid not null, id uuid not null default gen_random_uuid(), attribute_id uuid not null,
  digest text not null constraint attribute_values__digest check (digest ~ '^[0-9a-f]{32}$'),
  shown text not null, seen_at timestamptz(3),
  -- Whether conversations with it are reported under its own name as a skill, or as a user.
  names_skill boolean not null default false,
  names_user boolean not null default false, is_billed boolean,
  primary key (company_id, id),
  constraint attribute_values__value unique (company_id, attribute_id, digest),
  constraint attribute_values__attribute foreign key (company_id, attribute_id)
    references mapped_attributes (company_id, id) on delete cascade
);
select protect_company_table('attribute_values');

-- conversations, conversation_partitions, messages and usage_events have no foreign keys to companies and numbers: a
-- check costs as much as the row, and one module writes them.
create table conversations (
  company_id uuid not null, started_at timestamptz(3) not null,
  -- The first 16 bytes of the SHA-256 of external_id.
  id uuid not null,
  external_id text not null,
  -- Day and hour in the company's zone, as the roll-ups counted them.
  day date not null,
  hour smallint not null, skill_number integer not null default 0, user_number integer not null default 0,
  -- 1 Completed, 2 Processing, 3 Failed, 4 Escaped, 5 Error
  status smallint not null,
  technical boolean not null default false, messages integer not null default 0, api_calls integer not null default 0,
  approved_at timestamptz(3),
  -- Time of the newest report, by the sender's clock; an older report changes nothing.
  reported_at timestamptz(3) not null,
  status_at timestamptz(3) not null,
  -- True while only messages or a status have arrived, not the conversation itself.
  is_placeholder boolean not null default false,
  intake_key_id uuid,
  -- As reported, oldest first; null where the sender reports none.
  turns jsonb,
  -- Of its turns: the longest time of an answer, and input and output tokens; null where none says it.
  slowest_ms integer,
  tokens integer,
  -- Why its last turn failed, as errors are grouped; null where it did not.
  failure text,
  -- The texts of its messages and turns were deleted, and later ones are not stored.
  without_content boolean not null default false,
  -- Of its turns, each name once; null where there is none.
  models jsonb,
  tools jsonb, failed_tools jsonb,
  -- Of the newest message that is shown and complete; null without one.
  last_message_at timestamptz(3),
  -- Whether that message is the user's.
  awaits_answer boolean not null default false,
  -- Those of its messages and of itself; null without one.
  ratings jsonb,
  -- 1 positive, 2 neutral, 3 negative: the worst of them that says something; null without one.
  rating smallint,
  primary key (company_id, started_at, id) include (skill_number, user_number, status, technical)
) partition by range (started_at);
create index conversations__by_user on conversations (company_id, user_number, started_at, id)
  include (skill_number, status, technical);
create index conversations__failed_tools on conversations (company_id, started_at, id)
  include (skill_number, user_number, status, technical) where failed_tools is not null;
create index conversations__failures on conversations (company_id, started_at, id)
  include (failure, skill_number, user_number, status, technical) where failure is not null;
create index conversations__rating on conversations (company_id, started_at, id)
  include (rating, skill_number, user_number, status, technical) where rating is not null;
create index conversations__unanswered on conversations (company_id, started_at, id)
  include (skill_number, user_number, status, technical) where awaits_answer;
select protect_company_table('conversations');

-- The month partition in which a conversation lies; its key makes external ids unique across partitions.
create table conversation_partitions (
  company_id uuid not null, id uuid not null, started_at timestamptz(3) not null,
  primary key (company_id, id)
);
select protect_company_table('conversation_partitions');

create table messages (
  company_id uuid not null, conversation_id uuid not null,
  -- Start of the conversation, so that both rows lie in the same partition.
  started_at timestamptz(3) not null,
  id uuid not null, external_id text not null, sent_at timestamptz(3) not null,
  -- Position in the report: orders messages of the same millisecond.
  position smallint not null default 0,
  is_assistant boolean not null, author text not null default '', loading boolean not null default false,
  hide boolean not null default false, parts json not null,
  primary key (company_id, conversation_id, started_at, id)
) partition by range (started_at);
select protect_company_table('messages');

-- The facts of a span that the mapping needs, kept until all spans of its conversation have arrived.
create table spans (
  company_id uuid not null, trace_id text not null, span_id text not null,
  -- The sender's conversation id on this span; null where the span has none.
  conversation text,
  started_at timestamptz(3) not null, facts json not null, received_at timestamptz(3) not null default now(),
  -- The sender's id of the conversation last derived from this span.
  counted_as text,
  -- When to derive its conversation: at once while new, later while the parent span is missing, null when done.
  due_at timestamptz(3),
  message_length integer not null default 0, intake_key_id uuid,
  primary key (company_id, trace_id, span_id)
);
create index spans__age on spans (received_at);
create index spans__by_conversation on spans (company_id, conversation) where conversation is not null;
create index spans__due on spans (company_id, due_at) where due_at is not null;
select protect_company_table('spans'); select allow_system('spans', 'select (company_id, received_at, due_at), delete');

-- What is reported about a deleted conversation is not stored, without a time limit: an assistant may repeat its reports.
create table deleted_conversations (
  company_id uuid not null, id uuid not null,
  -- Whether its requests were deleted too, and are not billed when they are reported again.
  without_requests boolean not null default false,
  primary key (company_id, id)
);
select protect_company_table('deleted_conversations', 'select, insert');

-- What people noted about a conversation (decision 0018). Deleted with it.
create table conversation_reviews (
  company_id uuid not null, conversation_id uuid not null, tags text[] not null default '{}', note text not null default '',
  -- Null while it is open.
  resolved_at timestamptz(3),
  resolved_by text, updated_by text not null default '', updated_at timestamptz(3) not null, version integer not null default 1,
  primary key (company_id, conversation_id),
  constraint conversation_reviews__conversation foreign key (company_id, conversation_id)
    references conversation_partitions (company_id, id) on delete cascade
);
select protect_company_table('conversation_reviews');

-- What a company changed of how its conversations are masked. A company without a row has the defaults of the contract.
create table masking_settings (
  company_id uuid primary key constraint masking_settings__company references companies (id) on delete cascade,
  -- Kinds of values that readers get.
  shown text[] not null default '{}',
  -- Name and regular expression, in the order of the page.
  patterns jsonb not null default '[]' constraint masking_settings__patterns check (jsonb_typeof(patterns) = 'array'),
  version integer not null default 1, updated_at timestamptz(3) not null default now()
);
select protect_company_table('masking_settings', 'select, insert, update'); select allow_system('masking_settings', 'select');

-- Who reads a conversation unmasked, and until when. Why is an audit entry.
create table transcript_unmaskings (
  company_id uuid not null constraint transcript_unmaskings__company references companies (id) on delete cascade,
  account_id uuid not null, conversation_id uuid not null, until timestamptz(3) not null,
  primary key (company_id, account_id, conversation_id)
);
create index transcript_unmaskings__until on transcript_unmaskings (until);
select protect_company_table('transcript_unmaskings'); select allow_system('transcript_unmaskings', 'select (until), delete');

-- Imports of logs that exist elsewhere (decision 0022). Their files lie in the storage in parts.
create table log_imports (
  company_id uuid not null constraint log_imports__company references companies (id),
  -- Of the conversations that it stored, it is the intake_key_id.
  id uuid not null,
  file_name text not null, bytes bigint not null,
  -- Parts that are stored.
  chunks integer not null default 0,
  state text not null default 'uploading'
    constraint log_imports__state check (state in ('uploading', 'ready', 'running', 'finished', 'cancelled', 'failed')),
  -- Format, encoding and columns; null until it was started.
  settings jsonb,
  -- Where it continues: bytes that are done with, and the place of the reader between two records.
  read_bytes bigint not null default 0,
  reader jsonb, records bigint not null default 0, conversations integer not null default 0, messages bigint not null default 0,
  known bigint not null default 0,
  -- What was left out, by reason, without content.
  left_out jsonb not null default '[]',
  failure text constraint log_imports__failure check (failure in ('record-too-large', 'suspended', 'internal')),
  created_at timestamptz(3) not null, created_by text not null, started_at timestamptz(3), finished_at timestamptz(3),
  -- When its file is deleted; null once it is.
  file_until timestamptz(3),
  primary key (company_id, id),
  constraint log_imports__file check (file_until is not null or chunks = 0)
);
create index log_imports__file_until on log_imports (file_until) where file_until is not null;
-- One at a time.
create unique index log_imports__one_running on log_imports (company_id) where state = 'running';
select protect_company_table('log_imports');
select allow_system('log_imports', 'select (company_id, id, bytes, chunks, state, file_until)');

-- Creates the partitions of one month where they are missing. Attached, not created in place, because creating in place
-- would lock out readers and writers of the other months. Row-level security of a month is not forced on a distributed
-- PostgreSQL, which has the schema steward_shards: it cannot move tables on which it is forced.
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
  foreach parent in array array['conversations', 'messages', 'search_segments', 'search_words'] loop
    part := parent || to_char(first_day, '"_"YYYY_MM');
    continue when to_regclass('public.' || part) is not null;
    execute format('create table %I (like %I including all)', part, parent);
    execute format('alter table %I enable row level security', part);
    if to_regnamespace('steward_shards') is null then
      execute format('alter table %I force row level security', part);
    end if;
    if parent in ('conversations', 'messages') then perform vacuum_soon(part::regclass); end if;
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
      to_char(first_day, 'YYYY-MM-DD"T00:00:00Z"'),
      to_char(first_day + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"'));
  end loop;
end
$$;

revoke all on function make_month_partitions(date) from public;
grant execute on function make_month_partitions(date) to steward_system;

create trigger reported_skills__number before insert on reported_skills
  for each row execute function number_by_company();

create trigger reported_users__number before insert on reported_users
  for each row execute function number_by_company();
