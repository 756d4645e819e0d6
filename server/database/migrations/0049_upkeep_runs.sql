-- When work that keeps the installation sound ended last, and how many faults it found, for the operator's metrics.
create table upkeep_runs (
  name text primary key constraint upkeep_runs__name check (name in ('audit-chain', 'overwrite')),
  ended_at timestamptz(3) not null,
  faults integer not null default 0
);
select allow_system('upkeep_runs', 'select, insert, update');

-- What waits, of all companies, without what it is about.
grant select (created_at) on search_pending to steward_system;
select allow_system('erasures', 'select (company_id, state, requested_at, finished_at)');
