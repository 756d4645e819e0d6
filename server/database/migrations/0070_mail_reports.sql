-- Figures that people get by mail (decision 0004). Deleted with their person.
create table mail_reports (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  -- 1 is Monday; null for the first day of each month.
  weekday integer constraint mail_reports__weekday check (weekday between 1 and 7),
  hour integer not null constraint mail_reports__hour check (hour between 0 and 23),
  period text not null constraint mail_reports__period check (period in ('week', 'month')),
  parts text[] not null,
  technical_users boolean not null,
  attaches_usage boolean not null,
  is_enabled boolean not null,
  -- The day, in the zone of the company, of the latest run that was sent or passed before the report was there.
  done_day date not null,
  last_sent_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version integer not null default 1,
  primary key (company_id, id),
  constraint mail_reports__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index mail_reports__user_id on mail_reports (company_id, user_id);
select protect_company_table('mail_reports');
-- The reports of all companies that may be due are listed once a minute.
select allow_system('mail_reports', 'select');
