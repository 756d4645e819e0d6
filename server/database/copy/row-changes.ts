import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { quoteColumns, quoteName, type CopiedTable } from './catalogue.ts';
import { type Part, readParts } from './changed-parts.ts';

/** Both ends of a copy, each in a transaction. */
export interface Ends {
  readonly source: pg.ClientBase;
  readonly target: pg.ClientBase;
}

/** A table's rows as numbers that do not depend on their order. */
export interface RowSums {
  readonly rows: number;
  /** The sum of the hashes of all rows. */
  readonly sum: bigint;
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

const hashOf = (columns: readonly string[], of = '') =>
  `hashtextextended(row(${columns.map((column) => `${of}${quoteColumns([column])}`).join(', ')})::text, 0)`;

const none: RowSums = { rows: 0, sum: 0n };
const add = (one: RowSums, other: RowSums): RowSums => ({ rows: one.rows + other.rows, sum: one.sum + other.sum });
const subtract = (one: RowSums, other: RowSums): RowSums => ({
  rows: one.rows - other.rows,
  sum: one.sum - other.sum,
});

export const areSame = (one: RowSums, other: RowSums): boolean => one.rows === other.rows && one.sum === other.sum;

async function readSums(client: pg.ClientBase, query: string): Promise<RowSums & { readonly changed: number }> {
  const { rows } = await client.query<{ rows: number; sum: string; changed: number }>(query);
  const [row] = rows;
  return { rows: row?.rows ?? 0, sum: BigInt(row?.sum ?? 0), changed: row?.changed ?? 0 };
}

const summed = (from: string, changed = '0') =>
  `select count(*)::float8 as rows, coalesce(sum(hash), 0)::text as sum, ${changed}::float8 as changed from ${from}`;

export async function sumRows(client: pg.ClientBase, { name, columns }: CopiedTable): Promise<RowSums> {
  const { rows, sum } = await readSums(client, summed(`(select ${hashOf(columns)} as hash from ${quoteName(name)}) t`));
  return { rows, sum };
}

/** The sums of some parts of a table, and how many of these rows were written since then. */
async function sumParts(client: pg.ClientBase, { columns }: CopiedTable, parts: readonly Part[], since: bigint) {
  let all = { ...none, changed: 0 };
  const select = `${hashOf(columns)} as hash, ${writtenSince(since)} as is_changed`;
  for (const query of readParts(parts, select)) {
    const some = await readSums(client, summed(`(${query}) t`, 'count(*) filter (where is_changed)'));
    all = { ...add(all, some), changed: all.changed + some.changed };
  }
  return all;
}

/** The database as transactions of one snapshot see it. */
export interface View {
  readonly client: pg.Client;
  /** The oldest transaction that may have ended after it. */
  readonly since: bigint;
}

/** The sums of a table at both ends, which are the same after each step of a copy. */
export interface TableSums {
  readonly source: RowSums;
  readonly target: RowSums;
}

interface Step {
  /** View whose rows the target holds. */
  readonly before: View;
  /** Connection whose rows it holds after the step. */
  readonly after: pg.ClientBase;
  readonly target: pg.ClientBase;
  /** All in which rows may differ between both. */
  readonly parts: readonly Part[];
  readonly sums: TableSums;
}

/**
 * Makes the rows of the target those of `after`, and follows the sums of both ends, each by what was read and written there. So its
 * work is that of the parts and of the changed rows, however many others the table has.
 * @returns the sums, and the number of rows that were written
 */
export async function applyChanges(table: CopiedTable, step: Step): Promise<TableSums & { readonly changed: number }> {
  const { before, after, target, parts, sums } = step;
  const present = await sumParts(after, table, parts, before.since);
  const former = await sumParts(before.client, table, parts, before.since);
  const source = add(subtract(sums.source, former), present);
  const { changed } = present;
  if (changed === 0 && present.rows === former.rows) return { source, target: sums.target, changed };
  const key = await findKey(target, table.name);
  if (key.length === 0) {
    await target.query(`delete from ${quoteName(table.name)}`);
    await copyTable({ source: after, target }, table);
    return { source, target: await sumRows(target, table), changed };
  }
  const unchanged = present.rows - changed;
  const replaced = await replaceRows(table, key, { ...step, formerRows: former.rows, unchanged });
  return { source, target: add(subtract(sums.target, replaced.deleted), replaced.inserted), changed };
}

interface Replacing extends Step {
  /** Rows of the parts before. */
  readonly formerRows: number;
  /** Rows of the parts that were there before and were not written since. */
  readonly unchanged: number;
}

/** Rows are looked up by their keys, because statistics do not know a table that was just filled. */
const lookUp = 'set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off';

async function replaceRows(table: CopiedTable, key: readonly string[], step: Replacing) {
  const { before, after, target, parts } = step;
  const name = quoteName(table.name);
  const columns = quoteColumns(table.columns);
  const isSame = key.map((column) => `t.${quoteColumns([column])} = other.${quoteColumns([column])}`).join(' and ');
  const hash = hashOf(table.columns, 't.');
  const deleteRows = (where: string) =>
    readSums(target, `with gone as (delete from ${name} t ${where} returning ${hash} as hash) ${summed('gone')}`);
  await target.query(`create temp table changed_rows as select ${columns} from ${name} with no data`);
  for (const query of readParts(parts, columns, writtenSince(before.since)))
    await copyRows({ source: after, target }, query, `changed_rows (${columns})`);
  await target.query(`analyze changed_rows; ${lookUp}`);
  let deleted: RowSums = await deleteRows(`using changed_rows other where ${isSame}`);
  if (step.formerRows - deleted.rows !== step.unchanged) {
    const keys = quoteColumns(key);
    const copyKeys = async (source: pg.ClientBase, into: string) => {
      await target.query(`create temp table ${into} as select ${keys} from ${name} with no data`);
      for (const query of readParts(parts, keys)) await copyRows({ source, target }, query, `${into} (${keys})`);
    };
    await copyKeys(before.client, 'former_keys');
    await copyKeys(after, 'present_keys');
    await target.query(
      `create temp table gone_keys as select ${keys} from former_keys except select ${keys} from present_keys`,
    );
    await target.query('analyze gone_keys');
    deleted = add(deleted, await deleteRows(`using gone_keys other where ${isSame}`));
    await target.query('drop table former_keys, present_keys, gone_keys');
  }
  const insert = `insert into ${name} as t (${columns}) overriding system value select ${columns} from changed_rows`;
  const inserted = await readSums(target, `with come as (${insert} returning ${hash} as hash) ${summed('come')}`);
  await target.query(`drop table changed_rows; ${lookUp.replaceAll(' = off', ' = on')}`);
  return { deleted, inserted };
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
