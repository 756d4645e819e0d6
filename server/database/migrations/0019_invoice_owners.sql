-- Whose an invoice is: the provider's, or the company's own record; and the deleted ones that wait to be issued again.
alter table invoices
  -- True for one that the company has added for itself. All others are the provider's.
  add column is_own boolean not null default false,
  -- The name of the user who added it; null for a closed month.
  add column added_by text,
  add constraint invoices__own check (period is null or not is_own);

-- What was added so far is the company's own, unless the audit log says that the provider has added it.
alter table invoices no force row level security;
alter table audit_entries no force row level security;
update invoices i set is_own = true where period is null and not exists (
  select from audit_entries a where a.company_id = i.company_id and a.entity = 'invoice' and a.entity_id = i.id::text
    and a.action = 'invoices.create' and a.actor_company is not null);
update invoices i set added_by = (
  select a.actor_name from audit_entries a where a.company_id = i.company_id and a.entity = 'invoice'
    and a.entity_id = i.id::text and a.action = 'invoices.create' order by a.id limit 1)
where period is null;
alter table invoices force row level security;
alter table audit_entries force row level security;

-- Deleted invoices of closed months. Closing passes over such a month until the provider issues the invoice again, under
-- the same number and with the same dates.
create table deleted_invoices (
  company_id uuid not null constraint deleted_invoices__company references companies (id),
  -- That of the deleted invoice.
  id uuid not null,
  invoice_id text not null,
  period date not null,
  issue_date date not null,
  due_date date not null,
  total_ten_thousandths bigint not null,
  series_year smallint,
  series_number integer,
  deleted_at timestamptz(3) not null,
  primary key (company_id, id),
  constraint deleted_invoices__period unique (company_id, period)
);
select protect_company_table('deleted_invoices', 'select, insert, update (deleted_at), delete');
