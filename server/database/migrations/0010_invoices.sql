-- Invoices with their lines, the usage that each has billed, and the series of their numbers.

create table invoices (
  company_id uuid not null constraint invoices__company references companies (id),
  id uuid not null default gen_random_uuid(),
  -- The invoice number.
  invoice_id text not null,
  -- The recipient as entered; empty means the company itself.
  company text not null default '',
  issue_date date not null,
  due_date date not null,
  total_ten_thousandths bigint not null constraint invoices__total check (total_ten_thousandths >= 0),
  -- Overdue is not stored, because it follows from the end of the due day.
  status text not null default 'Pending' constraint invoices__status check (status in ('Pending', 'Paid')),
  -- First day of the closed month; null on an invoice entered by hand.
  period date constraint invoices__period check (extract(day from period) = 1),
  -- Number in the series; deleting the invoice frees it.
  series_year smallint,
  series_number integer,
  -- Key of the PDF as issued; null means rendered on request.
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
  -- The billed usage, where the line bills usage. Without a foreign key, because the skill may be one of the provider.
  skill_id uuid,
  requests integer,
  price_ten_thousandths bigint,
  total_ten_thousandths bigint not null,
  primary key (company_id, invoice_id, position),
  constraint invoice_lines__invoice foreign key (company_id, invoice_id)
    references invoices (company_id, id) on delete cascade
);

-- The usage that an invoice has billed, in the terms of the ledger, because the mapping of a skill may change later. What a
-- month holds beyond the sum of these rows is billed by the next invoice.
create table invoiced_usage (
  company_id uuid not null,
  invoice_id uuid not null,
  month date not null,
  skill_number integer not null,
  price_ten_thousandths bigint not null,
  -- Negative where a billed usage event later moved to another month.
  requests integer not null,
  primary key (company_id, invoice_id, month, skill_number, price_ten_thousandths),
  constraint invoiced_usage__invoice foreign key (company_id, invoice_id)
    references invoices (company_id, id) on delete cascade
);
create index invoiced_usage__by_month on invoiced_usage (company_id, month);

-- Numbers are taken in the transaction of the invoice, so that the series has no gaps.
create table invoice_series (
  company_id uuid not null constraint invoice_series__company references companies (id),
  year smallint not null,
  last_number integer not null default 0,
  -- Numbers of deleted invoices, used by the next ones.
  freed integer[] not null default '{}',
  primary key (company_id, year)
);

-- The prefix of the invoice numbers of a company. Unique, because all companies pay the same provider.
create table invoice_prefixes (
  company_id uuid not null constraint invoice_prefixes__company references companies (id),
  prefix text not null constraint invoice_prefixes__prefix_unique unique,
  primary key (company_id)
);

select protect_company_table('invoices');
select protect_company_table('invoice_lines');
select protect_company_table('invoiced_usage');
select protect_company_table('invoice_series');
select protect_company_table('invoice_prefixes');

select allow_system('invoices', 'select, insert');
select allow_system('invoice_lines', 'select, insert');
select allow_system('invoiced_usage', 'select, insert');
select allow_system('invoice_series', 'select, insert');
select allow_system('invoice_prefixes', 'select, insert');
