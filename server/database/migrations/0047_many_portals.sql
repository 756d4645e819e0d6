-- Several portals on one database, also of two versions during an upgrade.

-- The number of the oldest migration that a program must know to work with the tables since then; null where those before
-- work with it too.
alter table schema_migrations add column oldest_program integer;

-- What the portals count together by clock minute. Losing it in a crash of the database costs one minute of limits.
create unlogged table shared_counts (
  minute bigint not null,
  key text not null,
  amount bigint not null,
  primary key (minute, key)
);
select allow_system('shared_counts', 'select, insert, update, delete');

-- The hashed files of each version's pages, because a page of one version can ask a portal of another one for them.
create table web_assets (
  path text primary key,
  bytes bytea not null,
  served_at timestamptz(3) not null
);
select allow_system('web_assets', 'select, insert, update, delete');
