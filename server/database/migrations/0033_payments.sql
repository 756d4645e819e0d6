-- Payments of invoices (decision 0082).
alter table invoices
  -- The sum of its payments that are not undone; 0 for an invoice of before that was marked as paid.
  add column paid_ten_thousandths bigint not null default 0 constraint invoices__paid check (paid_ten_thousandths >= 0);
grant update (status, paid_on, paid_ten_thousandths, version, updated_at) on invoices to steward_system;

create table payments (
  company_id uuid not null, id uuid not null default gen_random_uuid(), invoice_id uuid not null,
  amount_ten_thousandths bigint not null constraint payments__amount check (amount_ten_thousandths > 0),
  -- The day of the bank, or the one that a person has entered.
  paid_on date not null,
  -- The bank entry of the provider; null for what a person has marked as paid.
  entry_id uuid,
  created_at timestamptz(3) not null, created_by text not null,
  undone_at timestamptz(3), undone_by text,
  primary key (company_id, id),
  constraint payments__invoice foreign key (company_id, invoice_id) references invoices (company_id, id),
  constraint payments__undone check ((undone_at is null) = (undone_by is null))
);
create index payments__by_invoice on payments (company_id, invoice_id);
create index payments__by_entry on payments (entry_id) where entry_id is not null and undone_at is null;
select protect_company_table('payments', 'select, insert, update'); select allow_system('payments', 'select, insert, update');
