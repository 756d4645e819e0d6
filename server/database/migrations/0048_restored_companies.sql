-- A company alone returns from a backup (decision 0100): the owner writes rows of the bound company, and of no other.
-- oldest program: 0001

create or replace function let_owner_work(target regclass, company_column name) returns void language plpgsql as $$
declare
  bound text := format('%I = nullif(current_setting(''app.owner_company'', true), '''')::uuid', company_column);
  command text;
begin
  foreach command in array array['select', 'delete'] loop
    execute format('create policy owner_%1$s on %2$s for %1$s to %3$I using (%4$s)', command, target, current_user, bound);
  end loop;
  perform let_owner_return(target, bound);
end
$$;

create function let_owner_return(target regclass, bound text) returns void language plpgsql as $$
begin
  execute format('create policy owner_insert on %s for insert to %I with check (%s)', target, current_user, bound);
  execute format('create policy owner_update on %s for update to %I using (%s) with check (%3$s)', target, current_user, bound);
end
$$;

-- No company returns into a distributed database, whose tables are in shards.
do $$
declare
  existing record;
begin
  if exists (select from pg_extension where extname = 'citus') then return; end if;
  for existing in
    select p.polrelid::regclass as target, pg_get_expr(p.polqual, p.polrelid) as bound from pg_policy p
    where p.polname = 'owner_select' order by 1
  loop
    perform let_owner_return(existing.target, existing.bound);
  end loop;
end
$$;

-- What the owner returns is as it was, also a skill that asks for an approval since it was active.
create or replace function settle_skill_start() returns trigger language plpgsql as $$
begin
  if nullif(current_setting('app.owner_company', true), '') is not null
    and current_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = tg_relid) then
    return new;
  end if;
  if not new.workflow_approval then
    new.starts_active := true;
  elsif tg_op = 'INSERT' then
    new.starts_active := false;
  else
    new.starts_active := old.starts_active;
  end if;
  return new;
end
$$;

revoke all on function let_owner_return(regclass, text) from public;
