-- Rights of Steward on a PostgreSQL 15 or newer that is managed elsewhere, where the portal's own user may create no roles.
-- An administrator runs this file once in the portal's database, with any client:
--
--   create database steward encoding 'UTF8' template template0;
--
-- Afterwards the portal starts with
--   DATABASE_URL=postgresql://steward_owner:…@HOST/steward     (or DATABASE_URL_FILE)
--   DATABASE_APP_URL=postgresql://steward_app:…@HOST/steward
--   DATABASE_SYSTEM_URL=postgresql://steward_system:…@HOST/steward
--   DATABASE_CA_FILE=/etc/steward/database-ca.pem                  (the authority of the server's certificate)
--
-- The administrator needs no superuser: CREATEROLE, CREATEDB and the ownership of the database are enough. Running the file again
-- changes the passwords to those below. They may stand in the log of a server that logs statements.

-- Passwords without a sign that a URL would need to have escaped, such as of: openssl rand -hex 24
set steward.owner_password = 'REPLACE';
set steward.app_password = 'REPLACE';
set steward.system_password = 'REPLACE';
-- Of a role that reads the server's statistics, such as for postgres_exporter; empty: there is none.
set steward.monitor_password = '';
-- A backup is verified in a database of its own, which the owner creates and drops; no: set BACKUP_VERIFY=0.
set steward.verifies_backups = 'yes';

do $$
declare
  v_name text;
begin
  foreach v_name in array array['owner', 'app', 'system', 'monitor'] loop
    if current_setting('steward.' || v_name || '_password') !~ '^[^\s@:/?#%]{16,}$'
       and not (v_name = 'monitor' and current_setting('steward.monitor_password') = '') then
      raise exception 'steward.%_password needs at least 16 signs, and none that a URL would need to have escaped: correct it above', v_name;
    end if;
  end loop;
  if current_database() in ('postgres', 'template1') then
    raise exception 'Run this in the database of the portal, and not in "%"', current_database();
  end if;
end $$;

-- The owner makes and upgrades the tables. The other two serve requests: they own nothing and can not get around row-level security.
do $$
declare
  v_role record;
begin
  for v_role in
    select * from (values
      ('steward_owner', 'inherit', 'owner'),
      ('steward_app', 'noinherit', 'app'),
      ('steward_system', 'noinherit', 'system'),
      ('steward_monitor', 'inherit', 'monitor')
    ) as roles (name, inherits, setting)
    where current_setting('steward.' || setting || '_password') <> ''
  loop
    execute format(
      '%s role %I login %s password %L',
      case when exists (select from pg_roles where rolname = v_role.name) then 'alter' else 'create' end,
      v_role.name, v_role.inherits, current_setting('steward.' || v_role.setting || '_password'));
  end loop;
  if current_setting('steward.verifies_backups') = 'yes' then
    alter role steward_owner createdb;
  end if;
end $$;

-- Who connects: these roles, and no other of the server.
do $$
declare
  v_role text;
begin
  execute format('revoke connect, temporary on database %I from public', current_database());
  for v_role in
    select rolname from pg_roles where rolname in ('steward_owner', 'steward_app', 'steward_system', 'steward_monitor')
  loop
    execute format('grant connect on database %I to %I', current_database(), v_role);
  end loop;
end $$;

-- The statistics of the server, without a row of a table.
do $$
begin
  if exists (select from pg_roles where rolname = 'steward_monitor') then
    grant pg_monitor to steward_monitor;
  end if;
exception when insufficient_privilege then
  raise warning 'You may not grant pg_monitor, without which steward_monitor sees less: %', sqlerrm;
end $$;

-- At last the database is the owner's, by which its schema public is too (the schema of a database that was upgraded from 14 is not).
do $$
begin
  -- Who makes a role may not yet act as it, from PostgreSQL 16 on.
  if current_setting('is_superuser') = 'off' then
    execute format('grant steward_owner to %I', current_user);
  end if;
  if not has_schema_privilege('steward_owner', 'public', 'create') and exists (
    select from pg_namespace where nspname = 'public' and nspowner <> 'pg_database_owner'::regrole
  ) then
    grant all on schema public to steward_owner with grant option;
  end if;
  execute format('alter database %I owner to steward_owner', current_database());
end $$;
