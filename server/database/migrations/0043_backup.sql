-- A backup reads every table as the tables' owner, to whom the wall applies too. The owner sees all rows in a transaction
-- that sets app.backup, and can not write them by it. The application's roles are not the owner, so that the setting
-- means nothing to them.

create function let_owner_back_up(target regclass) returns void language plpgsql as $$
begin
  execute format('create policy backup on %s for select to %I using (current_setting(''app.backup'', true) = ''on'')',
    target, current_user);
end
$$;
revoke all on function let_owner_back_up from public;

do $$
declare
  target regclass;
begin
  for target in
    select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'identity') and c.relforcerowsecurity and not c.relispartition
  loop
    perform let_owner_back_up(target);
  end loop;
end
$$;

create or replace function protect_company_table(
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
  perform let_owner_back_up(target);
end
$$;

-- The backups that were made, for the provider's page of operations; they belong to no company.
create table backups (
  id uuid primary key,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3) not null,
  file text,
  bytes bigint,
  row_count bigint,
  is_verified boolean not null,
  -- Why there is no file, or why it could not be verified.
  error text,
  constraint backups__outcome check (file is not null or error is not null)
);
create index backups__by_time on backups (started_at desc);
select allow_system('backups', 'select, insert, delete');
