-- What the log filters of turns beside those of migration 0056, whether a conversation ends with a question, and the roll-up of
-- tools (decision 0018). Conversations of earlier releases get both by `npm run rollups:rebuild`.

alter table conversations
  -- Of its turns, each name once; null where there is none.
  add column models jsonb,
  add column tools jsonb,
  add column failed_tools jsonb,
  -- Of the newest message that is shown and complete; null without one.
  add column last_message_at timestamptz(3),
  -- Whether that message is the user's.
  add column awaits_answer boolean not null default false;
create index conversations__unanswered on conversations (company_id, started_at, id)
  include (skill_number, user_number, status, technical) where awaits_answer;
create index conversations__failed_tools on conversations (company_id, started_at, id)
  include (skill_number, user_number, status, technical) where failed_tools is not null;

-- On how many conversations of the day a model answered.
alter table model_daily_stats add column conversations integer not null default 0;

create table tool_daily_stats (
  company_id uuid not null,
  day date not null,
  tool text not null,
  technical boolean not null,
  calls integer not null default 0,
  failed_calls integer not null default 0,
  -- Conversations that called it, and in which a call of it failed.
  conversations integer not null default 0,
  failed integer not null default 0,
  primary key (company_id, day, tool, technical) include (calls, failed_calls, conversations, failed)
);
select protect_company_table('tool_daily_stats');
