/*
 * Functions that every server of a distributed PostgreSQL has, in a schema of their own. They work on the server they are
 * called on: Citus neither plans nor forwards what they do.
 */

/** The schema of the functions; the views of a shard are in the schema `shard_<number>`. */
export const functionSchema = 'steward_shards';

/** SQLSTATE of a transaction that opened where its shard is not, or is not prepared: nothing of it was written. */
export const shardMovedState = 'SH001';

/** All rows of a company are in the shards with the same place; this table's number stands for all of them. */
const anchor = 'public.audit_heads';

/* Where the rows of a company are. */
const findShard = `
  create or replace function ${functionSchema}.find_shard(p_company uuid)
  returns table (shard bigint, host text, port integer)
  language plpgsql stable security definer set search_path = pg_catalog as $$
  begin
    return query
    select p.shardid, n.nodename::text, n.nodeport from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
    where p.shardid = get_shard_id_for_distribution_column('${anchor}', p_company) and n.noderole = 'primary';
  end $$`;

/*
 * Opens a transaction in the shard. Citus' own lock on the shard, in the mode of its writers: a move waits for the
 * transactions that it finds, and one that comes later fails here. search_path is set without a SET clause of the
 * function, because it has to outlast the call.
 */
const openShard = `
  create or replace function ${functionSchema}.open_shard(p_shard bigint) returns void
  language plpgsql security definer as $$
  begin
    perform pg_catalog.lock_shard_metadata(5, array[p_shard]);
    if not exists (
      select from pg_catalog.pg_dist_placement p join pg_catalog.pg_dist_local_group g on g.groupid = p.groupid
      where p.shardid = p_shard
    ) or pg_catalog.to_regclass('shard_' || p_shard || '.audit_heads') is null then
      raise exception 'the shard % is not on this server', p_shard using errcode = '${shardMovedState}';
    end if;
    perform pg_catalog.set_config('search_path', 'shard_' || p_shard, true);
  end $$`;

/* Copied tables are written by the coordinator alone: a write here would change one server's copy. */
const refuseWrite = `
  create or replace function ${functionSchema}.refuse_write() returns trigger language plpgsql as $$
  begin
    raise exception '% is written by the coordinator alone', tg_table_name using errcode = 'feature_not_supported';
  end $$`;

/*
 * Makes the schema of a shard on the server that holds it: a view of each table of the shard and of each copied table,
 * and the functions of the application role, so that statements find both by their names. Views have the rights and
 * the row-level security of their caller. A migration deletes the schemas, because a view keeps the columns it was made
 * with.
 */
const prepareShard = `
  create or replace function ${functionSchema}.prepare_shard(p_company uuid, p_app name) returns bigint
  language plpgsql security definer set search_path = pg_catalog
  set citus.enable_ddl_propagation = off as $$
  declare
    v_shard bigint := get_shard_id_for_distribution_column('${anchor}', p_company);
    v_schema text := 'shard_' || v_shard;
    placed record;
    held record;
    definition text;
  begin
    perform pg_advisory_xact_lock(hashtextextended(v_schema, 7283914006));
    if to_regclass(v_schema || '.audit_heads') is not null then return v_shard; end if;
    -- A shard that moved away took its views with it; where it came back the schema is left of them.
    execute format('drop schema if exists %I cascade', v_schema);
    execute format('create schema %I', v_schema);
    execute format('grant usage on schema %I to %I', v_schema, p_app);
    for placed in
      select d.logicalrelid as source, c.relname, d.partmethod = 'n' as is_copied,
        case when d.partmethod = 'n'
          then (select s.shardid from pg_dist_shard s where s.logicalrelid = d.logicalrelid)
          else get_shard_id_for_distribution_column(d.logicalrelid, p_company) end as number
      from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
      where c.relnamespace = 'public'::regnamespace and not c.relispartition
        and (d.partmethod = 'h' or d.repmodel = 't')
    loop
      execute format('create view %I.%I with (security_invoker) as select * from public.%I',
        v_schema, placed.relname, placed.relname || '_' || placed.number);
      execute format('grant select, insert, update, delete on %I.%I to %I', v_schema, placed.relname, p_app);
      if placed.is_copied then
        execute format('create trigger refuse_write before insert or update or delete on %I.%I
          for each statement execute function ${functionSchema}.refuse_write()', v_schema, placed.relname);
        execute format('create trigger refuse_row instead of insert or update or delete on %I.%I
          for each row execute function ${functionSchema}.refuse_write()', v_schema, placed.relname);
      else
        -- Shards are made without defaults that count.
        for held in
          select a.attname, pg_get_expr(f.adbin, f.adrelid) as expression
          from pg_attrdef f join pg_attribute a on a.attrelid = f.adrelid and a.attnum = f.adnum
          where f.adrelid = placed.source and pg_get_expr(f.adbin, f.adrelid) like '%nextval(%'
        loop
          execute format('alter view %I.%I alter column %I set default %s',
            v_schema, placed.relname, held.attname, held.expression);
        end loop;
      end if;
    end loop;
    -- Their bodies name tables of the shard.
    perform set_config('search_path', v_schema, true);
    for definition in
      select pg_get_functiondef(p.oid) from pg_proc p
      where p.pronamespace = 'public'::regnamespace and has_function_privilege(p_app, p.oid, 'execute')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    loop
      execute regexp_replace(definition, 'FUNCTION public\\.', format('FUNCTION %I.', v_schema));
    end loop;
    return v_shard;
  end $$`;

/* Before a migration, on each server. */
const deleteViews = `
  create or replace function ${functionSchema}.delete_views() returns void
  language plpgsql set citus.enable_ddl_propagation = off as $$
  declare
    v_schema text;
  begin
    for v_schema in select nspname from pg_namespace where nspname ~ '^shard_\\d+$' loop
      execute format('drop schema %I cascade', v_schema);
    end loop;
  end $$`;

/** For the owner, on the coordinator, one statement each; Citus makes them on every server. */
export function listFunctionStatements({ app, system }: { readonly app: string; readonly system: string }): string[] {
  const names = ['find_shard', 'open_shard', 'prepare_shard', 'refuse_write', 'delete_views'];
  const all = names.map((name) => `${functionSchema}.${name}`).join(', ');
  return [
    `create schema if not exists ${functionSchema}`,
    `grant usage on schema ${functionSchema} to ${app}, ${system}`,
    findShard,
    openShard,
    refuseWrite,
    prepareShard,
    deleteViews,
    `revoke all on function ${all} from public`,
    `grant execute on function ${functionSchema}.find_shard to ${system}`,
    `grant execute on function ${functionSchema}.open_shard, ${functionSchema}.prepare_shard to ${app}`,
  ];
}
