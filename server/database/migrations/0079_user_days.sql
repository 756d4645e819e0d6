-- On which days of the month a user has conversations, for the distinct users of a part of a month (decision 0005): their
-- rows of each day are as many as there are days, where every user talks every day. It takes nothing away.
-- oldest program: 0001

alter table user_monthly_stats
  -- Bit 0 is the first of the month. Null where a program before this migration wrote the row, which does not keep it.
  add column days integer,
  -- Counts the writes that keep the days.
  add column days_writes integer not null default 0;

alter table user_daily_stats no force row level security;
alter table user_monthly_stats no force row level security;
update user_monthly_stats m set days = d.days
from (
  select company_id, date_trunc('month', day)::date as month, user_number, technical,
    bit_or(1 << (extract(day from day)::int - 1)) as days
  from user_daily_stats where completed + processing + failed + escaped + error > 0 group by 1, 2, 3, 4
) d
where m.company_id = d.company_id and m.month = d.month and m.user_number = d.user_number and m.technical = d.technical;
alter table user_daily_stats force row level security;
alter table user_monthly_stats force row level security;

alter table user_monthly_stats drop constraint user_monthly_stats_pkey;
alter table user_monthly_stats add constraint user_monthly_stats_pkey
  primary key (company_id, month, user_number, technical)
  include (messages, completed, processing, failed, escaped, error, days);
create index user_monthly_stats__unknown_days on user_monthly_stats (company_id, month) where days is null;

create function forget_user_days() returns trigger language plpgsql as $$
begin
  new.days := null;
  return new;
end
$$;
revoke all on function forget_user_days() from public;
-- Portals of the version before may go on beside those that keep the days.
create trigger user_monthly_stats__days before update on user_monthly_stats
  for each row when (new.days_writes = old.days_writes) execute function forget_user_days();
