-- Roll-ups of conversations and their turns, written in the transaction that writes the rows. A conversation counts on its start day.

create table skill_daily_stats (
  company_id uuid not null, day date not null, skill_number integer not null, status smallint not null,
  technical boolean not null, conversations integer not null default 0, messages integer not null default 0,
  api_calls bigint not null default 0,
  primary key (company_id, day, skill_number, status, technical) include (conversations, messages, api_calls)
);
select protect_company_table('skill_daily_stats');

create table skill_monthly_stats (
  company_id uuid not null, month date not null, skill_number integer not null, status smallint not null,
  technical boolean not null, conversations integer not null default 0, messages integer not null default 0,
  api_calls bigint not null default 0,
  primary key (company_id, month, skill_number, status, technical) include (conversations, messages, api_calls)
);
select protect_company_table('skill_monthly_stats');

-- One row per user with a column per status: with a row per status, the distinct users of two years took three times as
-- long.
create table user_daily_stats (
  company_id uuid not null, day date not null, user_number integer not null, technical boolean not null,
  messages integer not null default 0, completed integer not null default 0, processing integer not null default 0,
  failed integer not null default 0, escaped integer not null default 0, error integer not null default 0,
  primary key (company_id, day, user_number, technical) include (messages, completed, processing, failed, escaped, error)
);
select protect_company_table('user_daily_stats');

create table user_monthly_stats (
  company_id uuid not null, month date not null, user_number integer not null, technical boolean not null,
  messages integer not null default 0, completed integer not null default 0, processing integer not null default 0,
  failed integer not null default 0, escaped integer not null default 0, error integer not null default 0,
  -- Bit 0 is the first of the month. Null where an older program wrote the row, which does not keep it.
  days integer,
  -- Counts the writes that keep the days.
  days_writes integer not null default 0,
  primary key (company_id, month, user_number, technical) include (messages, completed, processing, failed, escaped, error, days)
);
create index user_monthly_stats__unknown_days on user_monthly_stats (company_id, month) where days is null;
select protect_company_table('user_monthly_stats');

create table hourly_stats (
  company_id uuid not null, day date not null, hour smallint not null, technical boolean not null,
  conversations integer not null default 0, messages integer not null default 0,
  primary key (company_id, day, hour, technical) include (conversations, messages)
);
select protect_company_table('hourly_stats');

create table model_daily_stats (
  company_id uuid not null, day date not null,
  -- Empty where the sender does not name it.
  model text not null,
  technical boolean not null, turns integer not null default 0, failed integer not null default 0,
  input_tokens bigint not null default 0, output_tokens bigint not null default 0,
  -- On how many conversations of the day a model answered.
  conversations integer not null default 0,
  primary key (company_id, day, model, technical) include (turns, failed, input_tokens, output_tokens)
);
select protect_company_table('model_daily_stats');

-- A histogram of the time of answers: buckets as in server/lib/answer-times.ts.
create table answer_time_daily_stats (
  company_id uuid not null, day date not null, bucket smallint not null, technical boolean not null,
  answers integer not null default 0,
  primary key (company_id, day, bucket, technical) include (answers)
);
select protect_company_table('answer_time_daily_stats');

create table tool_daily_stats (
  company_id uuid not null, day date not null, tool text not null, technical boolean not null, calls integer not null default 0,
  failed_calls integer not null default 0,
  -- Conversations that called it, and in which a call of it failed.
  conversations integer not null default 0,
  failed integer not null default 0,
  primary key (company_id, day, tool, technical) include (calls, failed_calls, conversations, failed)
);
select protect_company_table('tool_daily_stats');

create function forget_user_days() returns trigger language plpgsql as $$
begin
  new.days := null;
  return new;
end
$$;

revoke all on function forget_user_days() from public;

-- Portals of the version before may go on beside those that keep the days.
create trigger user_monthly_stats__days before update on user_monthly_stats
  for each row when (new.days_writes = old.days_writes) execute function forget_user_days();
