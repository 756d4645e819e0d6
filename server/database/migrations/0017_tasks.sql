-- Work in the background that a person asks for and that ends with a file, whatever its kind (decision 0062). Its parts lie in the
-- storage of files, by keys that follow from the id. The tables row_files and company_exports stay for portals of before: what such
-- a portal has made there is moved here by those that know this table.
create table tasks (
  company_id uuid not null constraint tasks__company references companies (id),
  id uuid not null,
  -- Of the catalogue contract/tasks/task-kinds.ts.
  kind text not null,
  -- withdrawn: something that it holds was deleted. cancelled: its owner deleted it, and what is left of it is about to be deleted.
  state text not null default 'waiting'
    constraint tasks__state check (state in ('waiting', 'ready', 'failed', 'withdrawn', 'cancelled')),
  failure text,
  -- Who asked for it, who may be of the provider's company. Null for an export of before it was noted.
  account_id uuid,
  -- What was asked for, as the kind writes it; it may name a person, and is emptied when the task is withdrawn.
  input jsonb not null,
  -- The conversations whose texts it holds started from then until before; null for kinds without texts.
  covered_from timestamptz(3), covered_until timestamptz(3),
  -- What the kind notes of it, from the beginning, with each part and at the end; without texts of persons.
  facts jsonb not null default '{}',
  -- Parts that were begun: each of them may lie in the storage.
  parts integer not null default 0,
  bytes bigint,
  requested_at timestamptz(3) not null, finished_at timestamptz(3),
  -- When the row and what is left of the file are deleted.
  expires_at timestamptz(3) not null,
  primary key (company_id, id),
  constraint tasks__covered check ((covered_from is null) = (covered_until is null)),
  constraint tasks__outcome check ((state = 'failed') = (failure is not null) and (state <> 'ready' or bytes is not null))
);
create index tasks__expiry on tasks (expires_at);
create index tasks__kind on tasks (company_id, kind, account_id);
select protect_company_table('tasks');
select allow_system('tasks', 'select (company_id, id, state, parts, expires_at)');
select vacuum_soon('tasks');

-- A portal of before that deletes something while both run knows no task: it withdraws those of the company all the same, and
-- rather one too many. Only such a portal empties the filter of a file of before. Not on a distributed PostgreSQL, whose
-- triggers belong to shards.
create function withdraw_tasks() returns trigger language plpgsql as $$
begin
  update tasks set state = 'withdrawn', input = '{}'
  where company_id = nullif(current_setting('app.company_id', true), '')::uuid and state in ('waiting', 'ready');
  return null;
end
$$;
do $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    create trigger row_files__tasks after update of filter on row_files for each statement execute function withdraw_tasks();
  end if;
end
$$;
