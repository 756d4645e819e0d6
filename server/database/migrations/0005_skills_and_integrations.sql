-- Skills with their prices and states, integrations, and the keys of assistants that are given them.

create table skills (
  company_id uuid not null constraint skills__company references companies (id),
  id uuid not null default gen_random_uuid(), name text not null, description text not null default '',
  area text not null default 'General' constraint skills__area check (area in ('FI', 'MM', 'SD', 'CO', 'BS', 'General')),
  -- A key of the vendor registry.
  service_provider text not null constraint skills__service_provider check (service_provider in ('SAP', 'provider')),
  domain_knowledge text not null default 'ERP'
    constraint skills__domain_knowledge check (domain_knowledge in ('ERP', 'Communication')),
  skill_result text not null default '', conversation_info text[] not null default '{}',
  screen_shots text[] not null default '{}', workflow_approval boolean not null default false,
  -- Price of one usage event, in ten-thousandths of a euro, the unit of all money in this database.
  price_ten_thousandths bigint not null default 0 constraint skills__price check (price_ten_thousandths >= 0),
  -- True for the provider's skills, which are in every company's store. Only the trigger below sets it.
  is_provided boolean not null default false,
  -- A deleted skill keeps its row, because logs, usage and invoices show its name.
  deleted_at timestamptz(3),
  version integer not null default 1, created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  transport_key text constraint skills__transport_key check (transport_key ~ '^[A-Za-z0-9_-]{22}$'),
  transport_name text, transport_bytes integer, starts_active boolean not null default true,
  primary key (company_id, id),
  constraint skills__transport check ((transport_key is null) = (transport_name is null)
    and (transport_key is null) = (transport_bytes is null))
);
create index skills__by_name on skills (company_id, lower(name), id) where deleted_at is null;
create index skills__provided on skills (id) where is_provided;
select protect_company_table('skills'); select allow_system('skills', 'select, insert');

create policy provided on skills for select to steward_app using (is_provided);

-- Without a row a company's own skill is active, and a skill of the provider is available
-- (server/records/skill-state.sql.ts). Without foreign keys to skills, because the skill may be one of the provider.
create table company_skills (
  company_id uuid not null constraint company_skills__company references companies (id),
  skill_id uuid not null,
  state text not null
    constraint company_skills__state check (state in ('available', 'requested', 'approved', 'active', 'inactive', 'uninstalled')),
  -- The company's own wish to have the skill approved; that of its maker is in skills.
  asks_approval boolean not null default false,
  reviewer_email text, notifies_user boolean not null default false, notifies_approver boolean not null default false,
  -- The backend system, one of the company's integrations; a deleted one counts as none.
  integration_id uuid,
  -- The transport file that the company has confirmed as installed.
  installed_transport_key text,
  version integer not null default 1, updated_at timestamptz(3) not null default now(),
  primary key (company_id, skill_id)
);
select protect_company_table('company_skills', 'select, insert, update');
select allow_system('company_skills', 'select, insert');

create sequence skill_state_changes__number;
grant usage on sequence skill_state_changes__number to steward_app, steward_system;
create table skill_state_changes (
  company_id uuid not null constraint skill_state_changes__company references companies (id),
  -- Orders the changes of one moment.
  number bigint not null default nextval('skill_state_changes__number'::regclass),
  skill_id uuid not null, transition text not null, from_state text not null, to_state text not null, reason text,
  actor_name text not null, actor_email text not null, changed_at timestamptz(3) not null,
  primary key (company_id, number)
);
create index skill_state_changes__skill on skill_state_changes (company_id, skill_id, changed_at, number);
select protect_company_table('skill_state_changes', 'select, insert');
select allow_system('skill_state_changes', 'select, insert');

create table skill_requests (
  company_id uuid not null constraint skill_requests__company references companies (id),
  id uuid not null, skill_id uuid not null, reviewer_email text not null,
  -- SHA-256 of the token in the mailed link.
  token_hash bytea not null,
  requester_name text not null, requester_email text not null, requested_at timestamptz(3) not null,
  expires_at timestamptz(3) not null, closed_at timestamptz(3),
  outcome text constraint skill_requests__outcome check (outcome in ('approved', 'refused', 'withdrawn')),
  primary key (company_id, id),
  constraint skill_requests__closed check ((closed_at is null) = (outcome is null))
);
create index skill_requests__latest on skill_requests (company_id, skill_id, requested_at);
create unique index skill_requests__open on skill_requests (company_id, skill_id) where closed_at is null;
select protect_company_table('skill_requests', 'select, insert, update (token_hash, expires_at, closed_at, outcome)');
select allow_system('skill_requests', 'select, insert');

-- The agreed price of a company where it differs from the skill's own. Without a foreign key, because the skill may be one
-- of the provider.
create table skill_prices (
  company_id uuid not null constraint skill_prices__company references companies (id),
  skill_id uuid not null,
  price_ten_thousandths bigint constraint skill_prices__price check (price_ten_thousandths >= 0),
  created_at timestamptz(3) constraint skill_prices_updated_at_not_null not null default now(),
  number integer not null, valid_from date not null default '2000-01-01'::date, created_by text not null default '',
  primary key (company_id, skill_id, number)
);
select protect_company_table('skill_prices', 'select, insert'); select allow_system('skill_prices', 'select, insert');

create table own_cost_rates (
  company_id uuid not null, skill_id uuid not null, number integer not null,
  price_ten_thousandths bigint constraint own_cost_rates__price check (price_ten_thousandths >= 0),
  valid_from date not null, created_by text not null, created_at timestamptz(3) not null,
  primary key (company_id, skill_id, number),
  constraint own_cost_rates__skill foreign key (company_id, skill_id) references skills (company_id, id)
);
select protect_company_table('own_cost_rates', 'select, insert');
select allow_system('own_cost_rates', 'select (company_id, number), insert');

create table integrations (
  company_id uuid not null constraint integrations__company references companies (id),
  id uuid not null default gen_random_uuid(), unique_id text not null, name text not null,
  -- A key of the vendor registry; provider stands for the provider of the portal.
  provider text not null,
  service text not null, service_name text not null,
  category text not null constraint integrations__category check (category in ('ERP', 'CRM', 'TP', 'CT')),
  status boolean not null default true, url text, hostname text,
  port integer constraint integrations__port check (port between 1 and 65535),
  client text, username text, workspace_id text, classifier_id text, collection_id text, environment_id text, model_id text,
  -- AES-256-GCM: format number, key id, nonce, ciphertext, tag. Bound to company and record, so that a copy in another
  -- row decrypts to nothing.
  password bytea not null,
  -- Result of the last test of the stored values; null after a change of the connection.
  tested_at timestamptz(3),
  test_ok boolean, version integer not null default 1, created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Failures in a row, the first of them, and what the last one reported.
  failed_tests integer not null default 0,
  failing_since timestamptz(3), failed_step text, failure text, last_success_at timestamptz(3),
  -- The last break, and the last recovery from one.
  broken_at timestamptz(3),
  recovered_at timestamptz(3), next_test_at timestamptz(3), region text, deployment text, api_version text,
  primary key (company_id, id),
  constraint integrations__unique_id_unique unique (company_id, unique_id),
  constraint integrations__failures check ((failed_tests = 0) = (failing_since is null)),
  constraint integrations__test check ((tested_at is null) = (test_ok is null))
);
create index integrations__due_tests on integrations (next_test_at) where status;
select protect_company_table('integrations');
select allow_system('integrations', 'select, insert, update (password, next_test_at)');

create table intake_keys (
  company_id uuid not null constraint intake_keys__company references companies (id),
  id uuid not null default gen_random_uuid(), name text not null,
  -- The last characters of the key, shown to tell keys apart.
  hint text not null,
  secret_hash bytea not null,
  -- The secret before the last rotation, accepted until previous_until.
  previous_hash bytea,
  previous_until timestamptz(3), created_by text not null, last_used_at timestamptz(3), revoked_at timestamptz(3),
  version integer not null default 1, created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- When an assistant last asked before a run with this key, to the hour: a limit stops only what asks.
  last_asked_at timestamptz(3),
  -- The secrets that rotations replaced, the latest first, so that a refused one is said to be replaced or revoked, not unknown.
  former_hashes bytea[] not null default '{}',
  primary key (company_id, id)
);
create index intake_keys__former on intake_keys using gin (former_hashes);
create unique index intake_keys__name_unique on intake_keys (company_id, lower(name)) where revoked_at is null;
create unique index intake_keys__previous on intake_keys (previous_hash) where previous_hash is not null;
create unique index intake_keys__secret on intake_keys (secret_hash);
select protect_company_table('intake_keys', 'select, insert, update');
select allow_system('intake_keys', 'select, insert, update (last_used_at)');

create table integration_grants (
  company_id uuid not null, integration_id uuid not null, intake_key_id uuid not null, granted_by text not null,
  granted_at timestamptz(3) not null,
  primary key (company_id, integration_id, intake_key_id),
  constraint integration_grants__intake_key foreign key (company_id, intake_key_id)
    references intake_keys (company_id, id) on delete cascade,
  constraint integration_grants__integration foreign key (company_id, integration_id)
    references integrations (company_id, id) on delete cascade
);
create index integration_grants__by_key on integration_grants (company_id, intake_key_id);
select protect_company_table('integration_grants', 'select, insert, delete');

-- Only the provider's skills are visible to every company, so a trigger sets the flag and no statement can.
create function mark_provided_skill() returns trigger language plpgsql as $$
begin
  new.is_provided := exists (select from companies where id = new.company_id and is_provider);
  return new;
end
$$;

create function settle_skill_start() returns trigger language plpgsql as $$
begin
  if not new.workflow_approval then
    new.starts_active := true;
  elsif tg_op = 'INSERT' then
    new.starts_active := false;
  else
    new.starts_active := old.starts_active;
  end if;
  return new;
end
$$;

revoke all on function mark_provided_skill(), settle_skill_start() from public;

create trigger skills__provided before insert or update on skills
  for each row execute function mark_provided_skill();

create trigger skills__start before insert or update on skills
  for each row execute function settle_skill_start();

create trigger skill_prices__number before insert on skill_prices
  for each row execute function number_by_company();

create trigger own_cost_rates__number before insert on own_cost_rates
  for each row execute function number_by_company();
