-- The company wall: row-level security on every table that a company owns.
-- steward_app and steward_system stand for the two login roles. migrate.ts replaces both names by those of this
-- installation, and sets steward.app_role and steward.system_role to the same names for the functions below.

revoke all on schema public from public;
grant usage on schema public to steward_app, steward_system;

-- Puts a company-owned table behind the wall: the application role sees and writes the rows of the company that its
-- transaction is bound to (SET LOCAL app.company_id), and no rows without that setting. company_id defaults to the same
-- company. Row-level security is forced, so it applies to the owner too: a migration that changes rows lifts it first
-- (alter table … no force row level security) and forces it again in the same transaction.
create function protect_company_table(
  target regclass,
  commands text default 'select, insert, update, delete',
  company_column name default 'company_id'
) returns void language plpgsql as $$
declare
  app_role text := current_setting('steward.app_role');
  bound text := 'nullif(current_setting(''app.company_id'', true), '''')::uuid';
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy company on %s to %I using (%I = %s) with check (%3$I = %4$s)',
    target, app_role, company_column, bound);
  if company_column = 'company_id' then
    execute format('alter table %s alter column company_id set default %s', target, bound);
  end if;
  execute format('grant %s on %s to %I', commands, target, app_role);
end
$$;

-- Lets the system role use a table across companies, for the named commands only. A command may name its columns:
-- 'select, update (email)'.
create function allow_system(target regclass, commands text) returns void language plpgsql as $$
declare
  system_role text := current_setting('steward.system_role');
begin
  execute format('grant %s on %s to %I', commands, target, system_role);
  if (select relrowsecurity from pg_class where oid = target) then
    execute format('create policy system on %s to %I using (true) with check (true)', target, system_role);
  end if;
end
$$;

revoke all on function protect_company_table, allow_system from public;
