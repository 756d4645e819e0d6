import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { quoteColumns, quoteName, type CopiedTable } from './catalogue.ts';

/** Both ends of a copy, each in a transaction. */
export interface Ends {
  readonly source: pg.ClientBase;
  readonly target: pg.ClientBase;
}

/** A table's rows as numbers that do not depend on their order. */
export interface RowSums {
  readonly rows: number;
  /** The sum of the hashes of all rows. */
  readonly sum: string;
}

/** Makes both ends write values as the same text. */
export const sameText = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0`;

/** Copies what a query answers. @returns the number of rows */
export async function copyRows({ source, target }: Ends, query: string, into: string): Promise<number> {
  const to = target.query(copyFrom(`copy ${into} from stdin`));
  await pipeline(source.query(copyTo(`copy (${query}) to stdout`)), to);
  return to.rowCount;
}

export const copyTable = (ends: Ends, { name, columns }: CopiedTable): Promise<number> =>
  copyRows(
    ends,
    `select ${quoteColumns(columns)} from ${quoteName(name)}`,
    `${quoteName(name)} (${quoteColumns(columns)})`,
  );

/**
 * Whether a row was written since a snapshot, by the number of its transaction: of 32 bits, which begin anew. A row that
 * was frozen long before may be taken for one, which costs only its copy.
 */
const writtenSince = (xid: bigint) =>
  `((xmin::text::bigint - ${xid % 2n ** 32n} + 4294967296) % 4294967296) < 2147483648`;

export async function sumRows(client: pg.ClientBase, { name, columns }: CopiedTable, since?: bigint) {
  const { rows } = await client.query<RowSums & { changed: number }>(
    `select count(*)::float8 as rows, coalesce(sum(hashtextextended(row(${quoteColumns(columns)})::text, 0)), 0)::text as sum,
        count(*) filter (where ${since === undefined ? 'false' : writtenSince(since)})::float8 as changed
      from ${quoteName(name)}`,
  );
  return rows[0] ?? { rows: 0, sum: '0', changed: 0 };
}

interface Changes {
  readonly since: bigint;
  /** Rows that the target has. */
  readonly copied: number;
  /** Rows of the source now, and those written since then. */
  readonly present: { readonly rows: number; readonly changed: number };
}

/** Makes the rows of the target those of the source, which was copied at the snapshot `since`. */
export async function applyChanges(ends: Ends, table: CopiedTable, { since, copied, present }: Changes): Promise<void> {
  if (present.changed === 0 && present.rows === copied) return;
  const { target } = ends;
  const name = quoteName(table.name);
  const columns = quoteColumns(table.columns);
  const key = await findKey(target, table.name);
  if (key.length === 0) {
    await target.query(`delete from ${name}`);
    await copyTable(ends, table);
    return;
  }
  await target.query(`create temp table changed_rows as select ${columns} from ${name} with no data`);
  await copyRows(ends, `select ${columns} from ${name} where ${writtenSince(since)}`, `changed_rows (${columns})`);
  const isSame = key.map((column) => `t.${quoteColumns([column])} = other.${quoteColumns([column])}`).join(' and ');
  const { rowCount } = await target.query(`delete from ${name} t using changed_rows other where ${isSame}`);
  if (copied - (rowCount ?? 0) !== present.rows - present.changed) {
    const keys = quoteColumns(key);
    await target.query(`create temp table kept_keys as select ${keys} from ${name} with no data`);
    await copyRows(ends, `select ${keys} from ${name}`, `kept_keys (${keys})`);
    await target.query(`delete from ${name} t where not exists (select from kept_keys other where ${isSame})`);
    await target.query('drop table kept_keys');
  }
  await target.query(`insert into ${name} (${columns}) overriding system value select ${columns} from changed_rows`);
  await target.query('drop table changed_rows');
}

/** The columns of the primary key; empty without one. */
async function findKey(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select a.attname::text as name from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = $1::regclass and i.indisprimary`,
    [quoteName(table)],
  );
  return rows.map(({ name }) => name);
}
