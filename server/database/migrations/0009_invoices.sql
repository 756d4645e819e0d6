-- Invoices with their lines, what of the ledger each has billed, and the series of their numbers.

create table invoices (
  company_id uuid not null constraint invoices__company references companies (id),
  id uuid not null default gen_random_uuid(),
  -- The number that people read.
  invoice_id text not null,
  -- Whom it is made out to, as somebody wrote it; empty: the company itself.
  company text not null default '',
  issue_date date not null,
  due_date date not null,
  total_ten_thousandths bigint not null constraint invoices__total check (total_ten_thousandths >= 0),
  -- Overdue is not stored: it comes by itself at the end of the due day.
  status text not null default 'Pending' constraint invoices__status check (status in ('Pending', 'Paid')),
  -- First day of the month that it closed; null on those that people entered.
  period date constraint invoices__period check (extract(day from period) = 1),
  -- Its place in the series, which is given back where the invoice is deleted.
  series_year smallint,
  series_number integer,
  -- The PDF as it was issued; null: made when it is asked for.
  pdf_key text,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint invoices__number_unique unique (company_id, invoice_id),
  constraint invoices__period_unique unique (company_id, period),
  constraint invoices__dates check (issue_date <= due_date)
);

create table invoice_lines (
  company_id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  description text not null,
  -- Of the usage that it bills, where it bills some; may be a skill of the provider: no foreign key.
  skill_id uuid,
  requests integer,
  price_ten_thousandths bigint,
  total_ten_thousandths bigint not null,
  primary key (company_id, invoice_id, position),
  constraint invoice_lines__invoice foreign key (company_id, invoice_id)
    references invoices (company_id, id) on delete cascade
);

-- What of the ledger an invoice has billed, in the ledger's own terms: a skill's name may be mapped anew, these may not.
-- What a month holds beyond the sum of these is billed with the next one.
create table invoiced_requests (
  company_id uuid not null,
  invoice_id uuid not null,
  month date not null,
  skill_number integer not null,
  price_ten_thousandths bigint not null,
  -- Below zero where a run that was billed turned out to belong to another month.
  requests integer not null,
  primary key (company_id, invoice_id, month, skill_number, price_ten_thousandths),
  constraint invoiced_requests__invoice foreign key (company_id, invoice_id)
    references invoices (company_id, id) on delete cascade
);
create index invoiced_requests__by_month on invoiced_requests (company_id, month);

-- Numbers are taken in the transaction of the invoice, so that none is missing.
create table invoice_series (
  company_id uuid not null constraint invoice_series__company references companies (id),
  year smallint not null,
  last_number integer not null default 0,
  -- Of deleted invoices; the next ones take them.
  freed integer[] not null default '{}',
  primary key (company_id, year)
);

-- What the numbers of a company begin with. All companies pay the same provider, so no two share it.
create table invoice_prefixes (
  company_id uuid not null constraint invoice_prefixes__company references companies (id),
  prefix text not null constraint invoice_prefixes__prefix_unique unique,
  primary key (company_id)
);

select protect_company_table('invoices');
select protect_company_table('invoice_lines');
select protect_company_table('invoiced_requests');
select protect_company_table('invoice_series');
select protect_company_table('invoice_prefixes');

select allow_system('invoices', 'select, insert');
select allow_system('invoice_lines', 'select, insert');
select allow_system('invoiced_requests', 'select, insert');
select allow_system('invoice_series', 'select, insert');
select allow_system('invoice_prefixes', 'select, insert');
-- For the demo, whose invoices name the skills before the first conversation does.
select allow_system('reported_skills', 'select, insert');
