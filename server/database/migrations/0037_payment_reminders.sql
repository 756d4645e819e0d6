-- Payment reminders. The settings are those of the provider, for all companies.
create table reminder_settings (
  company_id uuid primary key constraint reminder_settings__company references companies (id),
  is_enabled boolean not null default false,
  -- Each with id, days, subject and body, by days.
  levels jsonb not null,
  suspension_after_days integer constraint reminder_settings__suspension check (suspension_after_days between 1 and 365),
  -- The last day, in the calendar of the issuer, whose reminders were all sent.
  done_day date,
  version integer not null default 1, updated_at timestamptz(3) not null
);
select protect_company_table('reminder_settings', 'select, insert, update');
select allow_system('reminder_settings', 'select, update (done_day)');

-- Of all invoices of a company, or of one.
create table reminder_stops (
  company_id uuid not null constraint reminder_stops__company references companies (id),
  id uuid not null default gen_random_uuid(),
  invoice_id uuid,
  reason text not null,
  -- The last day, in the calendar of the issuer; null for without an end.
  until date,
  created_by text not null, created_at timestamptz(3) not null,
  primary key (company_id, id),
  constraint reminder_stops__invoice foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create unique index reminder_stops__of_company on reminder_stops (company_id) where invoice_id is null;
create unique index reminder_stops__of_invoice on reminder_stops (company_id, invoice_id) where invoice_id is not null;
select protect_company_table('reminder_stops', 'select, insert'); select allow_system('reminder_stops', 'select, insert, delete');

-- One for each invoice and level.
create table sent_reminders (
  company_id uuid not null, invoice_id uuid not null, level_id uuid not null,
  days integer not null, subject text not null,
  -- What was still to be paid then.
  open_ten_thousandths bigint not null,
  sent_at timestamptz(3) not null,
  primary key (company_id, invoice_id, level_id),
  constraint sent_reminders__invoice foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
select protect_company_table('sent_reminders', 'select, insert'); select allow_system('sent_reminders', 'select');
