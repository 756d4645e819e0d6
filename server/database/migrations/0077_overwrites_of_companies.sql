-- The tables of a deleted company are written anew at night too (decision 0019). Its own waiting_overwrites go with it.

-- Tables or partitions with their schemas that are not written anew since; a name can end with *.
alter table company_deletions add column waiting_overwrites text[] not null default '{}';
select allow_system('company_deletions', 'update (waiting_overwrites)');

-- What was deleted before is somewhere in the tables.
update company_deletions set waiting_overwrites = array['public.*', 'identity.*', 'pgboss.*'];
