-- The turns of a conversation: the answers of an assistant with model, tokens, time, error and tools (decision 0018), and the
-- roll-ups of the dashboard about them.

alter table conversations
  -- As reported, oldest first; null where the sender reports none.
  add column turns jsonb,
  -- Of its turns: the longest time of an answer, and input and output tokens; null where none says it.
  add column slowest_ms integer,
  add column tokens integer,
  -- Why its last turn failed, as errors are grouped; null where it did not.
  add column failure text;
create index conversations__failures on conversations (company_id, started_at, id)
  include (failure, skill_number, user_number, status, technical) where failure is not null;

create table model_daily_stats (
  company_id uuid not null,
  day date not null,
  -- Empty where the sender does not name it.
  model text not null,
  technical boolean not null,
  turns integer not null default 0,
  failed integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  primary key (company_id, day, model, technical) include (turns, failed, input_tokens, output_tokens)
);

-- A histogram of the time of answers: buckets as in server/lib/answer-times.ts.
create table answer_time_daily_stats (
  company_id uuid not null,
  day date not null,
  bucket smallint not null,
  technical boolean not null,
  answers integer not null default 0,
  primary key (company_id, day, bucket, technical) include (answers)
);

select protect_company_table('model_daily_stats');
select protect_company_table('answer_time_daily_stats');
