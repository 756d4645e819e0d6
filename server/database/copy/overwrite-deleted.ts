import type pg from 'pg';

const listTables = `
  select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'identity', 'pgboss') and c.relkind = 'r' order by pg_total_relation_size(c.oid), 1`;

/** Writes every table anew, because PostgreSQL keeps deleted rows in their pages until they are used again. @returns how many */
export async function overwriteTables(client: pg.Client): Promise<number> {
  await client.query('set statement_timeout = 0');
  const { rows } = await client.query<{ name: string }>(listTables);
  for (const { name } of rows) await client.query(`vacuum (full, analyze) ${name}`);
  return rows.length;
}

/**
 * Deletes the finished files of the write-ahead log instead of using them again.
 * @returns false where only the operator of the database server may do it
 */
export async function dropLog(client: pg.Client): Promise<boolean> {
  try {
    await client.query('alter system set wal_recycle = off');
  } catch {
    return false;
  }
  try {
    await client.query('select pg_reload_conf()');
    for (let turn = 0; turn < 2; turn += 1) {
      await client.query('select pg_switch_wal()');
      await client.query('checkpoint');
    }
  } finally {
    await client.query('alter system reset wal_recycle');
    await client.query('select pg_reload_conf()');
  }
  return true;
}
