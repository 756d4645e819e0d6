-- Attributes of OpenTelemetry that a company maps to skills, users and whether runs are billed; the oldest one counts first.
create table mapped_attributes (
  company_id uuid not null constraint mapped_attributes__company references companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null constraint mapped_attributes__length check (length(name) between 1 and 100),
  created_at timestamptz(3) not null,
  primary key (company_id, id),
  constraint mapped_attributes__name unique (company_id, name)
);

-- The latest values of each, and those that are mapped. A value is known by a digest, because it can be personal data, of which
-- only the kind is kept.
create table attribute_values (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  attribute_id uuid not null,
  digest text not null constraint attribute_values__digest check (digest ~ '^[0-9a-f]{32}$'),
  shown text not null,
  seen_at timestamptz(3),
  -- Whether conversations with it are reported under its own name as a skill, or as a user.
  names_skill boolean not null default false,
  names_user boolean not null default false,
  is_billed boolean,
  primary key (company_id, id),
  constraint attribute_values__value unique (company_id, attribute_id, digest),
  constraint attribute_values__attribute
    foreign key (company_id, attribute_id) references mapped_attributes (company_id, id) on delete cascade
);

select protect_company_table('mapped_attributes');
select protect_company_table('attribute_values');
