import type pg from 'pg';

export interface CopiedTable {
  /** With its schema. */
  readonly name: string;
  readonly columns: readonly string[];
}

/** Versions, migrations, months, tables and sequences of a database: everything beside its rows. */
export interface DatabaseContents {
  /** The version of the server. */
  readonly postgres: string;
  /** The version of the tables of jobs, null where there are none. */
  readonly jobs: number | null;
  readonly migrations: readonly { readonly number: number; readonly name: string; readonly checksum: string }[];
  /** First days of the months that have partitions. */
  readonly months: readonly string[];
  readonly tables: readonly CopiedTable[];
  readonly sequences: readonly { readonly name: string; readonly value: string; readonly isCalled: boolean }[];
}

export async function readContents(client: pg.ClientBase): Promise<DatabaseContents> {
  const [server] = await list<{ version: string }>(client, `select current_setting('server_version') as version`);
  return {
    postgres: server?.version ?? '',
    jobs: await findJobsVersion(client),
    migrations: await listMigrations(client),
    months: await listPartitionMonths(client),
    tables: await listTables(client),
    sequences: await listSequences(client),
  };
}

/** The schemas of the portal. */
const schemas = ['public', 'identity', 'pgboss'];

/** Filled by the migrations and the starts of portals, so that a restored database has its own. */
const ownTables = ['public.schema_migrations', 'pgboss.version', 'public.shared_counts', 'public.web_assets'];

async function list<Row extends pg.QueryResultRow>(client: pg.ClientBase, text: string, values: unknown[] = []) {
  return (await client.query<Row>(text, values)).rows;
}

/** Every table with the columns that hold values; the rows of partitions belong to their table. */
export function listTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  return list(
    client,
    `select n.nspname || '.' || c.relname as name,
        array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname || '.' || c.relname <> all ($2)
      order by name`,
    [schemas, ownTables],
  );
}

async function listSequences(client: pg.ClientBase): Promise<DatabaseContents['sequences']> {
  const names = await list<{ name: string }>(
    client,
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1) and c.relkind = 'S' order by name`,
    [schemas],
  );
  const sequences: DatabaseContents['sequences'][number][] = [];
  for (const { name } of names) {
    const [state] = await list<{ value: string; isCalled: boolean }>(
      client,
      `select last_value::text as value, is_called as "isCalled" from ${quoteName(name)}`,
    );
    if (state) sequences.push({ name, ...state });
  }
  return sequences;
}

/** First days of the months that conversations have partitions for. */
async function listPartitionMonths(client: pg.ClientBase): Promise<string[]> {
  const months = await list<{ month: string }>(
    client,
    `select replace(right(c.relname, 7), '_', '-') || '-01' as month
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'public.conversations'::regclass order by month`,
  );
  return months.map(({ month }) => month);
}

export function listMigrations(client: pg.ClientBase): Promise<DatabaseContents['migrations'][number][]> {
  return list(client, 'select number, name, checksum from schema_migrations order by number');
}

/** The version of pg-boss's tables, null where there are none. */
export async function findJobsVersion(client: pg.ClientBase): Promise<number | null> {
  const [tables] = await list<{ exist: boolean }>(client, `select to_regclass('pgboss.version') is not null as exist`);
  if (!tables?.exist) return null;
  const [row] = await list<{ version: number }>(client, 'select version from pgboss.version');
  return row?.version ?? null;
}

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Foreign keys of whole tables, not those that partitions inherit. */
export function listForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  return list(
    client,
    `select n.nspname || '.' || c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1) and k.contype = 'f' and k.conparentid = 0 order by 1, 2`,
    [schemas],
  );
}

/** Tables whose row-level security applies to their owner too. */
export async function listForcedTables(client: pg.ClientBase): Promise<string[]> {
  const tables = await list<{ name: string }>(
    client,
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1) and c.relforcerowsecurity order by 1`,
    [schemas],
  );
  return tables.map(({ name }) => name);
}

/** `schema.table` as SQL takes it. */
export const quoteName = (name: string) =>
  name
    .split('.')
    .map((part) => quote(part))
    .join('.');

export const quoteColumns = (columns: readonly string[]) => columns.map(quote).join(', ');

const quote = (part: string) => `"${part.replaceAll('"', '""')}"`;
