-- PostgreSQL keeps what was deleted in its pages until they are used again. The tables in which something was erased are
-- written anew at night (decision 0019).

create table waiting_overwrites (
  company_id uuid not null constraint waiting_overwrites__company references companies (id) on delete cascade,
  -- A table or partition with its schema, or all tables of a schema, like identity.*
  name text not null,
  -- The first erasure since it was written anew.
  since timestamptz(3) not null,
  -- Counts erasures, because another one may come while the table is written anew.
  erasures integer not null default 1,
  primary key (company_id, name)
);
select protect_company_table('waiting_overwrites', 'select, insert, update');
select allow_system('waiting_overwrites', 'select, update, delete');

-- The runs, for the provider's page of operations; they belong to no company.
create table overwrite_runs (
  id uuid primary key,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3) not null,
  -- Written anew.
  tables integer not null,
  longest_lock_ms integer not null,
  -- Whether the write-ahead log of before was dropped too, which only a superuser of the database server may.
  is_log_dropped boolean not null,
  -- Why tables still wait; null where none does.
  error text
);
create index overwrite_runs__by_time on overwrite_runs (started_at desc);
select allow_system('overwrite_runs', 'select, insert, delete');

-- When no byte of it was left in the tables; null until then.
alter table erasures add column overwritten_at timestamptz(3);

-- What was erased before is somewhere in the tables.
insert into waiting_overwrites (company_id, name, since)
  select e.company_id, t.name, min(e.finished_at)
  from erasures e cross join unnest(array['public.*', 'identity.*', 'pgboss.*']) as t (name)
  where e.state = 'done' group by e.company_id, t.name;
