-- Views of the log: filters by a name.
create table log_views (
  company_id uuid not null, id uuid not null default gen_random_uuid(),
  -- Who alone sees it, and takes it along when the user is deleted; null for a shared one, which stays.
  private_to uuid,
  -- Who saved it; null for a user who was deleted.
  owner_id uuid,
  name text not null, filters jsonb not null,
  created_at timestamptz(3) not null, updated_at timestamptz(3) not null, version integer not null default 1,
  primary key (company_id, id),
  constraint log_views__private_to foreign key (company_id, private_to) references users (company_id, id) on delete cascade,
  constraint log_views__owner foreign key (company_id, owner_id) references users (company_id, id)
    on delete set null (owner_id)
);
create unique index log_views__name_unique on log_views (company_id, owner_id, lower(name));
create index log_views__private_to on log_views (company_id, private_to);
select protect_company_table('log_views'); select vacuum_soon('log_views');
