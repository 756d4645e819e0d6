-- Invoices with their lines, and what of the ledger they bill.

create table invoices (
  company_id uuid not null constraint invoices__company references companies (id),
  id uuid not null default gen_random_uuid(),
  -- The invoice number.
  invoice_id text not null,
  -- The recipient as entered; empty means the company itself.
  company text not null default '',
  issue_date date not null, due_date date not null,
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
  version integer not null default 1, created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- True for one that the company has added for itself. All others are the provider's.
  is_own boolean not null default false,
  -- The name of the user who added it; null for a closed month.
  added_by text,
  vat_percent smallint,
  -- The customer owes the VAT in its own country.
  is_reverse_charge boolean,
  primary key (company_id, id),
  constraint invoices__number_unique unique (company_id, invoice_id),
  constraint invoices__period_unique unique (company_id, period),
  constraint invoices__dates check (issue_date <= due_date),
  constraint invoices__own check (period is null or not is_own),
  constraint invoices__vat check ((vat_percent is null) = (is_reverse_charge is null))
);
select protect_company_table('invoices'); select allow_system('invoices', 'select, insert');

create table invoice_lines (
  company_id uuid not null, invoice_id uuid not null, position integer not null, description text not null,
  -- The billed usage, where the line bills usage. Without a foreign key, because the skill may be one of the provider.
  skill_id uuid,
  requests integer, price_ten_thousandths bigint, total_ten_thousandths bigint not null,
  primary key (company_id, invoice_id, "position"),
  constraint invoice_lines__invoice foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
select protect_company_table('invoice_lines'); select allow_system('invoice_lines', 'select, insert');

-- The usage that an invoice has billed, in the terms of the ledger, because the mapping of a skill may change later. What a
-- month holds beyond the sum of these rows is billed by the next invoice.
create table invoiced_usage (
  company_id uuid not null, invoice_id uuid not null, month date not null, skill_number integer not null,
  price_ten_thousandths bigint not null,
  -- Negative where a billed usage event later moved to another month.
  requests integer not null,
  primary key (company_id, invoice_id, month, skill_number, price_ten_thousandths),
  constraint invoiced_usage__invoice foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create index invoiced_usage__by_month on invoiced_usage (company_id, month);
select protect_company_table('invoiced_usage'); select allow_system('invoiced_usage', 'select, insert');

-- With the invoice that bills a request goes its row, so that the request is billed again.
create table invoiced_support (
  company_id uuid not null, support_request_id uuid not null, invoice_id uuid not null,
  primary key (company_id, support_request_id),
  constraint invoiced_support__invoice foreign key (company_id, invoice_id)
    references invoices (company_id, id) on delete cascade,
  constraint invoiced_support__request foreign key (company_id, support_request_id) references support_requests (company_id, id)
);
create index invoiced_support__invoice on invoiced_support (company_id, invoice_id);
select protect_company_table('invoiced_support', 'select, insert'); select allow_system('invoiced_support', 'insert');

-- Numbers are taken in the transaction of the invoice, so that the series has no gaps.
create table invoice_series (
  company_id uuid not null constraint invoice_series__company references companies (id),
  year smallint not null, last_number integer not null default 0,
  -- Numbers of deleted invoices, used by the next ones.
  freed integer[] not null default '{}',
  primary key (company_id, year)
);
select protect_company_table('invoice_series'); select allow_system('invoice_series', 'select, insert');

-- The prefix of the invoice numbers of a company. Unique, because all companies pay the same provider.
create table invoice_prefixes (
  company_id uuid primary key constraint invoice_prefixes__company references companies (id),
  prefix text not null,
  constraint invoice_prefixes__prefix_unique unique (prefix)
);
select protect_company_table('invoice_prefixes'); select allow_system('invoice_prefixes', 'select, insert');

-- Deleted invoices of closed months. Closing passes over such a month until the provider issues the invoice again, under
-- the same number and with the same dates.
create table deleted_invoices (
  company_id uuid not null constraint deleted_invoices__company references companies (id),
  -- That of the deleted invoice.
  id uuid not null,
  invoice_id text not null, period date not null, issue_date date not null, due_date date not null,
  total_ten_thousandths bigint not null, series_year smallint, series_number integer, deleted_at timestamptz(3) not null,
  primary key (company_id, id),
  constraint deleted_invoices__period unique (company_id, period)
);
select protect_company_table('deleted_invoices', 'select, insert, update (deleted_at), delete');
