-- The skill store: the skills of the provider and of each company, and the prices that a company pays.

create table skills (
  company_id uuid not null constraint skills__company references companies (id),
  id uuid not null default gen_random_uuid(),
  name text not null,
  description text not null default '',
  area text not null default 'General'
    constraint skills__area check (area in ('FI', 'MM', 'SD', 'CO', 'BS', 'General')),
  -- A key of the vendor registry.
  service_provider text not null constraint skills__service_provider check (service_provider in ('SAP', 'provider')),
  domain_knowledge text not null default 'ERP'
    constraint skills__domain_knowledge check (domain_knowledge in ('ERP', 'Communication')),
  skill_result text not null default '',
  conversation_info text[] not null default '{}',
  screen_shots text[] not null default '{}',
  workflow_approval boolean not null default false,
  -- Price of one usage event, in ten-thousandths of a euro, the unit of all money in this database.
  price_ten_thousandths bigint not null default 0 constraint skills__price check (price_ten_thousandths >= 0),
  -- True for the provider's skills, which are in every company's store. Only the trigger below sets it.
  is_provided boolean not null default false,
  -- A deleted skill keeps its row, because logs, usage and invoices show its name.
  deleted_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create index skills__provided on skills (id) where is_provided;
create index skills__by_name on skills (company_id, lower(name), id) where deleted_at is null;

-- Only the provider's skills are visible to every company, so a trigger sets the flag and no statement can.
create function mark_provided_skill() returns trigger language plpgsql as $$
begin
  new.is_provided := exists (select from companies where id = new.company_id and is_provider);
  return new;
end
$$;
revoke all on function mark_provided_skill from public;
create trigger skills__provided before insert or update on skills
  for each row execute function mark_provided_skill();

-- The agreed price of a company where it differs from the skill's own. Without a foreign key, because the skill may be one
-- of the provider.
create table skill_prices (
  company_id uuid not null constraint skill_prices__company references companies (id),
  skill_id uuid not null,
  price_ten_thousandths bigint not null constraint skill_prices__price check (price_ten_thousandths >= 0),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, skill_id)
);

select protect_company_table('skills');
create policy provided on skills for select to steward_app using (is_provided);
select protect_company_table('skill_prices');

select allow_system('skills', 'select, insert');
select allow_system('skill_prices', 'select, insert');
