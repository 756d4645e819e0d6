-- Whether the installation can only be read, in all its portals, until the operator ends it: one row while it does. A row of no company.
create table maintenance (
  is_on boolean primary key default true constraint maintenance__one check (is_on),
  -- Words of the operator for all users.
  message text,
  began_at timestamptz(3) not null,
  -- When it is to end, as users read it; null where that is not known. It does not end by itself.
  expected_until timestamptz(3),
  changed_at timestamptz(3) not null
);
select allow_system('maintenance', 'select, insert, update, delete');
