-- What a company changed of the rights of its roles, by right and role. A company without a row has the defaults of the
-- contract, and only what differs from them is stored.
create table role_rights (
  company_id uuid primary key constraint role_rights__company references companies (id) on delete cascade,
  changes jsonb not null default '{}' constraint role_rights__changes check (jsonb_typeof(changes) = 'object'),
  version integer not null default 1,
  updated_at timestamptz(3) not null default now()
);
select protect_company_table('role_rights', 'select, insert, update');
-- Read with the actor of every request.
select allow_system('role_rights', 'select');
