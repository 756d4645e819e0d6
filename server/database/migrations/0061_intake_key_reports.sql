-- What the calls of each intake key became: items by day of the company and reason, one row for each.
create table intake_key_days (
  company_id uuid not null,
  intake_key_id uuid not null,
  day date not null,
  -- Of the closed list in contract/intake/key-reports.ts.
  reason text not null constraint intake_key_days__reason check (reason ~ '^[a-z-]{1,30}$'),
  items bigint not null constraint intake_key_days__items check (items >= 0),
  primary key (company_id, intake_key_id, day, reason),
  constraint intake_key_days__intake_key
    foreign key (company_id, intake_key_id) references intake_keys (company_id, id) on delete cascade
);
create index intake_key_days__by_day on intake_key_days (day);

-- The same by hour for the last days, by which a jump of failures is found.
create table intake_key_hours (
  company_id uuid not null,
  intake_key_id uuid not null,
  hour timestamptz not null,
  accepted bigint not null,
  rejected bigint not null,
  primary key (company_id, intake_key_id, hour),
  constraint intake_key_hours__intake_key
    foreign key (company_id, intake_key_id) references intake_keys (company_id, id) on delete cascade
);
create index intake_key_hours__by_hour on intake_key_hours (hour);

-- When a key was found silent or failing, and when that was over; a key without a row has reported nothing so far.
create table intake_key_alerts (
  company_id uuid not null,
  intake_key_id uuid not null,
  -- Hours without an accepted item after which the key counts as silent; null for never.
  silence_hours integer default 72
    constraint intake_key_alerts__silence_hours check (silence_hours between 1 and 8760),
  accepted_at timestamptz(3),
  silent_at timestamptz(3),
  silence_over_at timestamptz(3),
  failing_at timestamptz(3),
  failing_over_at timestamptz(3),
  primary key (company_id, intake_key_id),
  constraint intake_key_alerts__intake_key
    foreign key (company_id, intake_key_id) references intake_keys (company_id, id) on delete cascade
);

select protect_company_table('intake_key_days');
select protect_company_table('intake_key_hours');
select protect_company_table('intake_key_alerts');
-- Expired rows are deleted, and keys whose state changes are found, for all companies together.
select allow_system('intake_key_days', 'select, delete');
select allow_system('intake_key_hours', 'select, delete');
select allow_system('intake_key_alerts', 'select');
