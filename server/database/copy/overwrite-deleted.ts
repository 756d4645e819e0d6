import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseRefused } from '../connection/errors.ts';
import { isDistributed } from '../distribution/distribute.ts';

const schemas = ['public', 'identity', 'pgboss'];

/** A table or partition of one server. */
export interface ServerTable {
  /** With its schema. */
  readonly name: string;
  /** The table of which it is a shard; its own name where it is none. */
  readonly of: string;
}

const shardsOfServer = `
  select to_regclass(shard_name(s.logicalrelid, s.shardid)) as id, n.nspname || '.' || c.relname as name
  from pg_dist_shard s join pg_class c on c.oid = s.logicalrelid join pg_namespace n on n.oid = c.relnamespace`;
const noShards = 'select null::oid as id, null as name';

/** All tables and partitions with a content on the server of this connection, small ones first. */
export async function listTables(client: pg.Client): Promise<ServerTable[]> {
  const { rows } = await client.query<ServerTable>(
    `with shards as (${(await seeShards(client)) ? shardsOfServer : noShards})
      select n.nspname || '.' || c.relname as name, coalesce(s.name, n.nspname || '.' || c.relname) as of
      from pg_class c join pg_namespace n on n.oid = c.relnamespace left join shards s on s.id = c.oid
      where n.nspname = any($1) and c.relkind = 'r' order by pg_total_relation_size(c.oid), 1`,
    [schemas],
  );
  return rows;
}

/**
 * Lets a connection see and change the shards of its own server alone, because Citus hides them and sends what changes a table
 * to all servers. @returns false where the database is not distributed
 */
async function seeShards(client: pg.Client): Promise<boolean> {
  if (!(await isDistributed(client))) return false;
  for (const setting of ['override_table_visibility', 'enable_ddl_propagation'])
    await client.query(`set citus.${setting} = off`);
  return true;
}

const quote = (name: string) =>
  name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');

/** For how long transactions are waited for that began before. */
const olderMs = 60_000;

/**
 * Writes every table of a server anew and drops the write-ahead log of before, because PostgreSQL keeps deleted rows in their
 * pages until they are used again. Each table is locked meanwhile.
 * @returns the number of tables; `isLogDropped` is false where only the operator of the database server may drop the log
 * @throws DatabaseRefused where a transaction that can see deleted rows does not end within a minute
 */
export async function overwriteServer(
  client: pg.Client,
  waitMs = olderMs,
): Promise<{ readonly tables: number; readonly isLogDropped: boolean }> {
  await requireNoOlder(client, waitMs);
  await client.query('set statement_timeout = 0');
  const tables = await listTables(client);
  for (const { name } of tables) await client.query(`vacuum (full, analyze) ${quote(name)}`);
  if (await isSuperuser(client)) {
    await renewStatistics(
      client,
      tables.map(({ name }) => name),
    );
    // Its old rows have just been deleted.
    await requireNoOlder(client, waitMs);
    await client.query(`vacuum (full) ${statisticsTable}`);
  }
  return { tables: tables.length, isLogDropped: await dropLog(client) };
}

/** @throws DatabaseRefused where a transaction that can see deleted rows does not end in time */
async function requireNoOlder(client: pg.Client, waitMs: number): Promise<void> {
  if (await waitForOlder(client, waitMs)) return;
  throw new DatabaseRefused(
    'A transaction that began before can still see deleted rows: wait for backups and downloads to end, or stop the portal.',
  );
}

export interface LockLimits {
  /** For how long a table may be waited for, while others wait behind. */
  readonly waitMs: number;
  /** For how long it may be locked, waiting included. */
  readonly lockMs: number;
}

/** done: how long it was locked, in milliseconds. busy: others used it. too-large: it took longer. denied: it has another owner. */
export type Overwriting =
  | { readonly outcome: 'done'; readonly ms: number }
  | { readonly outcome: 'busy' | 'too-large' | 'denied' };

/**
 * Writes one table anew. It can not be read or written meanwhile, and is as before where the limits do not suffice. Rows that
 * an older transaction can see stay: `waitForOlder` comes first.
 */
export async function overwriteTable(client: pg.Client, name: string, limits: LockLimits): Promise<Overwriting> {
  const before = await findFile(client, name);
  const startedAt = performance.now();
  await client.query(`set lock_timeout = ${limits.waitMs}; set statement_timeout = ${limits.lockMs}`);
  try {
    await client.query(`vacuum (full) ${quote(name)}`);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '55P03') return { outcome: 'busy' };
    if (code === '57014') return { outcome: 'too-large' };
    throw error;
  } finally {
    await client.query('set lock_timeout = 0; set statement_timeout = 0');
  }
  const ms = Math.round(performance.now() - startedAt);
  // For a table of another owner PostgreSQL only warns.
  return (await findFile(client, name)) === before ? { outcome: 'denied' } : { outcome: 'done', ms };
}

async function findFile(client: pg.Client, name: string): Promise<string | null | undefined> {
  const { rows } = await client.query<{ file: string | null }>(
    `select pg_relation_filenode($1::regclass)::text as file`,
    [quote(name)],
  );
  return rows[0]?.file;
}

const pollMs = 100;

/**
 * Waits for the transactions that began before, because a table that is written anew keeps the deleted rows that they could see:
 * those of this database, and of others on the server those that write, because every snapshot reaches back to the oldest of them;
 * also those that are prepared and not committed.
 * @returns false where one of them is still open
 */
export async function waitForOlder(client: pg.Client, waitMs: number): Promise<boolean> {
  const now = await client.query<{ now: string }>('select clock_timestamp()::text as now');
  const text = `
    select from pg_stat_activity
    where (backend_xid is not null or (datname = current_database() and backend_xmin is not null))
      and xact_start < $1::timestamptz and pid <> pg_backend_pid()
    union all
    select from pg_prepared_xacts where prepared < $1::timestamptz
    limit 1`;
  const deadline = performance.now() + waitMs;
  for (;;) {
    const { rowCount } = await client.query(text, [now.rows[0]?.now]);
    if (rowCount === 0) return true;
    if (performance.now() > deadline) return false;
    await sleep(pollMs);
  }
}

const statisticsTable = 'pg_catalog.pg_statistic';

/**
 * Makes the statistics of tables and of what they are partitions of anew, because they hold values of columns. Those of an empty
 * table would stay. Only a superuser of the database server may.
 */
async function renewStatistics(client: pg.Client, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ id: number; name: string }>(
    `with named as (select t.name::regclass::oid as id from unnest($1::text[]) as t (name)),
        affected as (select id from named union select i.inhparent from pg_inherits i join named on named.id = i.inhrelid)
      select a.id, a.id::regclass::text as name from affected a
      where exists (select from pg_statistic s where s.starelid = a.id)`,
    [names.map(quote)],
  );
  for (const { id, name } of rows) {
    await client.query('begin');
    await client.query('delete from pg_statistic where starelid = $1', [id]);
    await client.query(`analyze ${name}`);
    await client.query('commit');
  }
}

async function isSuperuser(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ value: string }>(`select current_setting('is_superuser') as value`);
  return rows[0]?.value === 'on';
}

/** Fills all files of the log: those that were used before and wait to be used again lie ahead of the present one. */
async function passLogFiles(client: pg.Client): Promise<void> {
  const names = `select max(name) as last from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'`;
  const last = (await client.query<{ last: string }>(names)).rows[0]?.last ?? '';
  for (;;) {
    await client.query(`select pg_logical_emit_message(false, 'steward', '')`);
    // It fills the rest of the file with zeros.
    await client.query('select pg_switch_wal()');
    const { rows } = await client.query<{ isPast: boolean }>(
      `select pg_walfile_name(pg_current_wal_insert_lsn()) > $1 as "isPast"`,
      [last],
    );
    if (rows[0]?.isPast !== false) return;
  }
}

/**
 * Deletes the finished files of the write-ahead log instead of using them again.
 * @returns false where only the operator of the database server may do it
 */
async function dropLog(client: pg.Client): Promise<boolean> {
  try {
    await client.query('alter system set wal_recycle = off');
  } catch {
    return false;
  }
  try {
    await client.query('select pg_reload_conf()');
    await passLogFiles(client);
    await client.query('checkpoint');
    await client.query('checkpoint');
  } finally {
    await client.query('alter system reset wal_recycle');
    await client.query('select pg_reload_conf()');
  }
  return true;
}
