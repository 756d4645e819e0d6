-- Roll-ups of conversations, written in the transaction that writes the rows. A conversation counts on its start day.

create table skill_daily_stats (
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

create table skill_monthly_stats (
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

-- One row per user with a column per status: with a row per status, the distinct users of two years took three times as
-- long.
create table user_daily_stats (
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

create table user_monthly_stats (
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

create table hourly_stats (
  company_id uuid not null,
  day date not null,
  hour smallint not null,
  technical boolean not null,
  conversations integer not null default 0,
  messages integer not null default 0,
  primary key (company_id, day, hour, technical) include (conversations, messages)
);

select protect_company_table('skill_daily_stats');
select protect_company_table('skill_monthly_stats');
select protect_company_table('user_daily_stats');
select protect_company_table('user_monthly_stats');
select protect_company_table('hourly_stats');
