-- What a company may spend in a month: in all, by skill, and on support. No row and null both mean no limit.

create table company_limits (
  company_id uuid not null constraint company_limits__company references companies (id),
  limit_ten_thousandths bigint constraint company_limits__limit check (limit_ten_thousandths >= 0),
  support_limit_ten_thousandths bigint constraint company_limits__support check (support_limit_ten_thousandths >= 0),
  version integer not null default 1,
  -- Of the support limit and the items together, which are saved as one.
  support_version integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  primary key (company_id)
);

create table skill_limits (
  company_id uuid not null constraint skill_limits__company references companies (id),
  -- A skill, perhaps of the provider, or a name that an assistant reported: no foreign key.
  skill_id uuid not null,
  limit_ten_thousandths bigint not null constraint skill_limits__limit check (limit_ten_thousandths >= 0),
  -- Never the same twice, also where a limit was taken away and set anew. 1 is that of no limit.
  version integer not null generated always as identity (start with 2),
  primary key (company_id, skill_id)
);

create table support_items (
  company_id uuid not null constraint support_items__company references companies (id),
  id uuid not null,
  type text not null,
  limit_ten_thousandths bigint constraint support_items__limit check (limit_ten_thousandths >= 0),
  version integer not null default 1,
  primary key (company_id, id)
);

select protect_company_table('company_limits', 'select, insert, update');
select protect_company_table('skill_limits');
select protect_company_table('support_items', 'select, insert, update');
