-- Deletion of conversations, and erasure of persons (decision 0019).

create table erasures (
  company_id uuid not null constraint erasures__company references companies (id),
  id uuid not null,
  kind text not null constraint erasures__kind check (kind in ('conversation', 'key', 'person')),
  -- The conversation, the intake key or the person: a user, or a reported user. Its name is in the audit log alone.
  subject_id uuid not null,
  -- The reported users of a person.
  user_numbers integer[] not null default '{}',
  -- Whether the requests of the month that is not billed yet go too.
  deletes_requests boolean not null default false,
  state text not null default 'waiting' constraint erasures__state check (state in ('waiting', 'done')),
  requested_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- So far.
  conversations integer not null default 0,
  messages bigint not null default 0,
  requests integer not null default 0,
  files integer not null default 0,
  -- The signed text for a person; null until it is done.
  certificate text,
  primary key (company_id, id),
  constraint erasures__finished check ((state = 'waiting') = (finished_at is null))
);
create unique index erasures__one_waiting on erasures (company_id, kind, subject_id) where state = 'waiting';
select protect_company_table('erasures', 'select, insert, update');

-- What is reported about a deleted conversation is not stored, without a time limit: an assistant may repeat its reports.
create table deleted_conversations (
  company_id uuid not null,
  id uuid not null,
  -- Whether its requests were deleted too, and are not billed when they are reported again.
  without_requests boolean not null default false,
  primary key (company_id, id)
);
select protect_company_table('deleted_conversations', 'select, insert');

-- The texts of its messages and turns were deleted, and later ones are not stored.
alter table conversations add column without_content boolean not null default false;

-- A person that was erased: its names and keys are gone, and what is reported about it is stored without texts. The keys
-- by which assistants name it are kept as hashes.
alter table reported_users add column erased_at timestamptz(3);
create index reported_users__erased on reported_users (company_id, number) where erased_at is not null;
grant update (key) on reported_user_keys to steward_app;

-- Of a test key, in a month that is not billed yet; and the sender's ids of an erased person.
grant delete on usage_events to steward_app;
grant update (external_id) on usage_events, matched_usage_events, budget_reservations to steward_app;
