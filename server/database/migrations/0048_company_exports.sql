-- Exports of all data of a company (decision 0016). The tables' owner reads, and at the end deletes, the rows of one company
-- in a transaction that names it (SET LOCAL app.owner_company); the wall holds for that transaction too.
-- Takes nothing from programs before it; the revoke is of its own function.
-- oldest program: 0001

create function let_owner_work(target regclass, company_column name) returns void language plpgsql as $$
declare
  command text;
begin
  foreach command in array array['select', 'delete'] loop
    execute format('create policy owner_%1$s on %2$s for %1$s to %3$I using (%4$I = nullif(current_setting(''app.owner_company'', true), '''')::uuid)',
      command, target, current_user, company_column);
  end loop;
end
$$;
revoke all on function let_owner_work from public;

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
  perform let_owner_work(target, company_column);
end
$$;

do $$
declare
  target regclass;
begin
  for target in
    select c.oid from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity and not c.relispartition
  loop
    perform let_owner_work(target, case when target = 'companies'::regclass then 'id' else 'company_id' end);
  end loop;
end
$$;

-- The archive lies in the storage of files as numbered parts, whose keys follow from the id.
create table company_exports (
  company_id uuid not null constraint company_exports__company references companies (id),
  id uuid not null,
  requested_at timestamptz(3) not null,
  requester_name text not null,
  requester_email text not null,
  state text not null default 'waiting' constraint company_exports__state check (state in ('waiting', 'ready', 'failed')),
  -- Parts that were begun: each of them may lie in the storage.
  parts integer not null default 0,
  finished_at timestamptz(3),
  -- When archive and row are deleted.
  expires_at timestamptz(3) not null,
  bytes bigint,
  row_count bigint,
  file_count integer,
  primary key (company_id, id),
  constraint company_exports__outcome check (
    (state = 'waiting') = (finished_at is null)
    and (state = 'ready') = (bytes is not null and row_count is not null and file_count is not null))
);
create unique index company_exports__one_waiting on company_exports (company_id) where state = 'waiting';
create index company_exports__expiry on company_exports (expires_at);
select protect_company_table('company_exports');
select allow_system('company_exports', 'select (company_id, id, expires_at)');
