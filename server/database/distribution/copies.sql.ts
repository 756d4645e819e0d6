/*
 * On the coordinator of a distributed PostgreSQL: a view of its own copy of each table that all servers have, and of each
 * table that Citus manages there. Citus plans every statement that names such a table, a reading one too; through the views
 * it plans nothing.
 */

const copySchema = 'steward_copies';

/** Schemas for connections that find actors and intake callers; the first one is missing on a plain PostgreSQL. */
export const actorPath = `${copySchema},public,identity`;

const makeViews = (system: string) => `
  do $$
  declare
    placed record;
  begin
    perform set_config('citus.enable_ddl_propagation', 'off', true);
    create schema ${copySchema};
    grant usage on schema ${copySchema} to ${system};
    for placed in
      select n.nspname, c.relname, c.relname || '_' || s.shardid as copy
      from pg_dist_partition d join pg_dist_shard s on s.logicalrelid = d.logicalrelid
      join pg_class c on c.oid = d.logicalrelid join pg_namespace n on n.oid = c.relnamespace
      where d.partmethod = 'n' and n.nspname in ('public', 'identity')
    loop
      execute format('create view ${copySchema}.%I with (security_invoker) as select * from %I.%I',
        placed.relname, placed.nspname, placed.copy);
    end loop;
    grant select on all tables in schema ${copySchema} to ${system};
  end $$`;

/** For the owner, on the coordinator, before a migration: views are in the way of some changes. */
export const dropCopyViews = `drop schema if exists ${copySchema} cascade`;

/** For the owner, on the coordinator, after the tables were placed; `system` is the quoted role that finds actors. */
export function listCopyStatements(system: string): string[] {
  return [dropCopyViews, makeViews(system)];
}

/** Whether the views are there, as SQL. */
export const hasCopyViews = `to_regnamespace('${copySchema}') is not null`;
