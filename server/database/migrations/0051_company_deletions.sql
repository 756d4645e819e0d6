-- Deletion of companies after a waiting time (decision 0016).

alter table companies
  add column deletion_due_at timestamptz(3),
  add column deletion_reason text,
  -- Whether the suspension began with the deletion, and ends with its cancellation.
  add column deletion_suspends boolean not null default false,
  add constraint companies__deletion check (
    (deletion_due_at is null) = (deletion_reason is null)
    and (deletion_due_at is not null or not deletion_suspends)
    and (deletion_due_at is null or not is_provider));
create index companies__deletions on companies (deletion_due_at) where deletion_due_at is not null;

-- What was deleted, without personal data: the provider's proof. Of no company, because the company is gone; the id was its.
create table company_deletions (
  id uuid primary key,
  company_name text not null,
  deleted_at timestamptz(3) not null,
  facts jsonb not null,
  -- The signed text; null until the files are deleted too.
  certificate text,
  finished_at timestamptz(3),
  constraint company_deletions__finished check ((certificate is null) = (finished_at is null))
);
select allow_system('company_deletions', 'select, update (certificate, finished_at)');

-- Issued invoices of deleted companies, which the law lets the provider keep: its own records, with their PDFs.
create table archived_invoices (
  company_id uuid not null constraint archived_invoices__company references companies (id),
  id uuid not null,
  -- The deleted company.
  customer_id uuid not null,
  invoice_id text not null,
  issue_date date not null,
  total_ten_thousandths bigint not null,
  pdf_key text not null,
  keep_until date not null,
  primary key (company_id, id)
);
create index archived_invoices__customer on archived_invoices (company_id, customer_id);
select protect_company_table('archived_invoices', 'select, insert, delete');
