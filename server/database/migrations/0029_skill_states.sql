-- The life of a skill in each company: its state with its history, its configuration, the requests that wait for a
-- reviewer, and the transport file that its maker keeps with it.

alter table skills
  add column transport_key text constraint skills__transport_key check (transport_key ~ '^[A-Za-z0-9_-]{22}$'),
  add column transport_name text,
  add column transport_bytes integer,
  add constraint skills__transport check (
    (transport_key is null) = (transport_name is null) and (transport_key is null) = (transport_bytes is null));

-- Without a row a company's own skill is active, and a skill of the provider is available
-- (server/records/skill-state.sql.ts). Without foreign keys to skills, because the skill may be one of the provider.
create table company_skills (
  company_id uuid not null constraint company_skills__company references companies (id),
  skill_id uuid not null,
  state text not null constraint company_skills__state
    check (state in ('available', 'requested', 'approved', 'active', 'inactive', 'uninstalled')),
  -- The company's own wish to have the skill approved; that of its maker is in skills.
  asks_approval boolean not null default false,
  reviewer_email text,
  notifies_user boolean not null default false,
  notifies_approver boolean not null default false,
  -- The backend system, one of the company's integrations; a deleted one counts as none.
  integration_id uuid,
  -- The transport file that the company has confirmed as installed.
  installed_transport_key text,
  version integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, skill_id)
);

-- What existing companies use stays active.
alter table companies no force row level security;
alter table skills no force row level security;
insert into company_skills (company_id, skill_id, state)
select c.id, s.id, 'active' from companies c cross join skills s where s.is_provided and s.company_id <> c.id;
alter table skills force row level security;
alter table companies force row level security;

create sequence skill_state_changes__number;
grant usage on sequence skill_state_changes__number to steward_app, steward_system;
create table skill_state_changes (
  company_id uuid not null constraint skill_state_changes__company references companies (id),
  -- Orders the changes of one moment.
  number bigint not null default nextval('skill_state_changes__number'),
  skill_id uuid not null,
  transition text not null,
  from_state text not null,
  to_state text not null,
  reason text,
  actor_name text not null,
  actor_email text not null,
  changed_at timestamptz(3) not null,
  primary key (company_id, number)
);
create index skill_state_changes__skill on skill_state_changes (company_id, skill_id, changed_at, number);

create table skill_requests (
  company_id uuid not null constraint skill_requests__company references companies (id),
  id uuid not null,
  skill_id uuid not null,
  reviewer_email text not null,
  -- SHA-256 of the token in the mailed link.
  token_hash bytea not null,
  requester_name text not null,
  requester_email text not null,
  requested_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  closed_at timestamptz(3),
  outcome text constraint skill_requests__outcome check (outcome in ('approved', 'refused', 'withdrawn')),
  primary key (company_id, id),
  constraint skill_requests__closed check ((closed_at is null) = (outcome is null))
);
create unique index skill_requests__open on skill_requests (company_id, skill_id) where closed_at is null;
create index skill_requests__latest on skill_requests (company_id, skill_id, requested_at);

select protect_company_table('company_skills', 'select, insert, update');
select protect_company_table('skill_state_changes', 'select, insert');
select protect_company_table('skill_requests', 'select, insert, update (closed_at, outcome)');
select allow_system('company_skills', 'select, insert');
select allow_system('skill_state_changes', 'select, insert');
select allow_system('skill_requests', 'select, insert');
