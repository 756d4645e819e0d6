-- Reported skills and users, agreed prices and rates of own costs are numbered by company, not by a sequence of all
-- companies: the server that holds a company's rows gives the number, which no other server has to know (decision 0017). The
-- numbers that exist stay. Programs before it insert without a number, as it wants.
-- oldest program: 0001

-- The newest row of the company is seen also where the same statement made it. The lock keeps two transactions from giving
-- the same number. The table is read under the name by which the trigger runs on it, which is that of a shard on a
-- distributed PostgreSQL.
create function number_by_company() returns trigger language plpgsql as $$
begin
  if new.number is null then
    perform pg_advisory_xact_lock(hashtextextended(tg_table_name || new.company_id::text, 7283914007));
    execute format('select coalesce(max(number), 0) + 1 from %s where company_id = $1', tg_relid::regclass)
      into new.number using new.company_id;
  end if;
  return new;
end
$$;
revoke all on function number_by_company() from public;

alter table reported_skills alter column number drop default;
alter table reported_users alter column number drop default;
alter table skill_prices alter column number drop default;
alter table own_cost_rates alter column number drop default;
create trigger reported_skills__number before insert on reported_skills
  for each row execute function number_by_company();
create trigger reported_users__number before insert on reported_users
  for each row execute function number_by_company();
create trigger skill_prices__number before insert on skill_prices
  for each row execute function number_by_company();
create trigger own_cost_rates__number before insert on own_cost_rates
  for each row execute function number_by_company();
drop sequence reported_skills__number, reported_users__number, skill_prices__number, own_cost_rates__number;
-- The trigger reads the numbers, also for the demo, which writes as the system role.
grant select (company_id, number) on own_cost_rates to steward_system;

-- As in migration 0007, except that row-level security of a month is not forced on a distributed PostgreSQL, which has the
-- schema steward_shards: it cannot move tables on which it is forced.
create or replace function make_month_partitions(p_month date) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first_day date := date_trunc('month', p_month)::date;
  parent text;
  part text;
begin
  if first_day < date '2010-01-01' or first_day > current_date + interval '3 months' then
    raise exception 'no partition for %', first_day using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7283914004);
  foreach parent in array array['conversations', 'messages'] loop
    part := parent || to_char(first_day, '"_"YYYY_MM');
    continue when to_regclass('public.' || part) is not null;
    execute format('create table %I (like %I including all)', part, parent);
    execute format('alter table %I enable row level security', part);
    if to_regnamespace('steward_shards') is null then
      execute format('alter table %I force row level security', part);
    end if;
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
      to_char(first_day, 'YYYY-MM-DD"T00:00:00Z"'),
      to_char(first_day + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"'));
  end loop;
end
$$;

-- As in migration 0035. On a distributed PostgreSQL it runs beside each copy of the users, where it cannot lock the row of
-- the company on all servers; changes of users take turns there anyway. The coordinator passes on the message alone, so
-- that the constraint is named in it too.
create or replace function keep_last_super_admin() returns trigger language plpgsql as $$
begin
  if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
    raise exception 'users lose the SuperAdmin role in READ COMMITTED transactions only';
  end if;
  if to_regnamespace('steward_shards') is null then
    perform from companies where id = old.company_id for no key update;
  else
    perform from companies where id = old.company_id;
  end if;
  if found and not exists (
    select from users
    where company_id = old.company_id and roles @> array['SuperAdmin'] and deactivated_at is null
  ) then
    raise exception 'the last SuperAdmin of company % can not go: constraint "users__last_super_admin"', old.company_id
      using errcode = 'check_violation', constraint = 'users__last_super_admin', table = 'users';
  end if;
  return null;
end
$$;
