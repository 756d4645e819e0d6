-- Mails that are sent by themselves: who gets what, and what was sent.

create table notification_settings (
  company_id uuid primary key constraint notification_settings__company references companies (id),
  announcements boolean not null default false, maintenance boolean not null default true,
  new_skills boolean not null default false, account_limit boolean not null default false,
  budget_warning boolean not null default false, spending_digest boolean not null default false,
  version integer not null default 1, updated_at timestamptz(3) not null default now(), invoices boolean not null default true,
  invoice_recipients text not null default 'both'
    constraint notification_settings__invoice_recipients check (invoice_recipients in ('administrators', 'contact', 'both')),
  maintenance_recipients text not null default 'both'
    constraint notification_settings__maintenance_recipients check (maintenance_recipients in ('administrators', 'contact',
      'both'))
);
select protect_company_table('notification_settings', 'select, insert, update');
select allow_system('notification_settings', 'select, insert, delete');

-- One row per notification, written in the transaction that queues its mails, so that each is sent once.
create table notification_log (
  company_id uuid not null constraint notification_log__company references companies (id),
  -- For example account:2026-11:100.
  key text not null,
  -- The notification setting that subscribes to it.
  kind text not null
    constraint notification_log__kind check (kind in ('announcements', 'maintenance', 'newSkills', 'accountLimit',
      'budgetWarning', 'spendingDigest', 'invoices', 'report')),
  made_at timestamptz(3) not null,
  primary key (company_id, key)
);
select protect_company_table('notification_log', 'select, insert');

create table sent_mails (
  company_id uuid not null, id uuid not null default gen_random_uuid(),
  -- The first key, where one mail covers several.
  notification_key text not null,
  kind text not null,
  -- The recipient. Without a foreign key, because the user may be deleted later.
  user_id uuid not null,
  recipient text not null, subject text not null, body_text text, body_html text, made_at timestamptz(3) not null,
  primary key (company_id, id),
  constraint sent_mails__once unique (company_id, notification_key, user_id),
  constraint sent_mails__notification foreign key (company_id, notification_key) references notification_log (company_id, key),
  constraint sent_mails__body check ((body_text is null) = (kind = 'report') and (body_html is null) = (kind = 'report'))
);
create index sent_mails__by_date on sent_mails (company_id, made_at, id);
select protect_company_table('sent_mails', 'select, insert, delete');

create table mail_opt_outs (
  company_id uuid not null, user_id uuid not null,
  kind text not null
    constraint mail_opt_outs__kind check (kind in ('announcements', 'maintenance', 'newSkills', 'accountLimit', 'budgetWarning',
      'spendingDigest', 'invoices')),
  made_at timestamptz(3) not null,
  primary key (company_id, user_id, kind),
  constraint mail_opt_outs__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
select protect_company_table('mail_opt_outs', 'select, insert, delete');

-- Announcements belong to the provider's company; other companies get them by mail.
create table announcements (
  company_id uuid not null constraint announcements__company references companies (id),
  id uuid not null default gen_random_uuid(),
  kind text not null constraint announcements__kind check (kind in ('announcement', 'maintenance')), title text not null,
  body text not null, made_by text not null, made_at timestamptz(3) not null,
  primary key (company_id, id)
);
create index announcements__by_date on announcements (made_at, id);
select protect_company_table('announcements', 'select, insert'); select allow_system('announcements', 'select');

-- Figures that people get by mail (decision 0004). Deleted with their person.
create table mail_reports (
  company_id uuid not null, id uuid not null default gen_random_uuid(), user_id uuid not null, name text not null,
  -- 1 is Monday; null for the first day of each month.
  weekday integer constraint mail_reports__weekday check (weekday between 1 and 7),
  hour integer not null constraint mail_reports__hour check (hour between 0 and 23),
  period text not null constraint mail_reports__period check (period in ('week', 'month')), parts text[] not null,
  technical_users boolean not null, attaches_usage boolean not null, is_enabled boolean not null,
  -- The day, in the zone of the company, of the latest run that was sent or passed before the report was there.
  done_day date not null,
  last_sent_at timestamptz(3), created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  version integer not null default 1,
  primary key (company_id, id),
  constraint mail_reports__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index mail_reports__user_id on mail_reports (company_id, user_id);
select protect_company_table('mail_reports'); select allow_system('mail_reports', 'select');
