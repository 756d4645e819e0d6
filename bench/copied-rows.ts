import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { listTables, quoteColumns, quoteName } from '../server/database/copy/catalogue.ts';

/** The rows of one table as COPY writes them. */
export interface TableRows {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly bytes: Buffer;
}

/** Reads the rows of companies in every table but `without`; leaves out tables that hold none. */
export async function readRows(client: pg.Client, companies: readonly string[], without: readonly string[]) {
  const tables: TableRows[] = [];
  for (const { name, columns } of await listTables(client)) {
    if (!columns.includes('company_id') || without.includes(name)) continue;
    const ids = companies.map((id) => `'${id}'`).join();
    const query = `select ${quoteColumns(columns)} from ${quoteName(name)} where company_id in (${ids})`;
    const stream = client.query(copyTo(`copy (${query}) to stdout`));
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
    if (stream.rowCount > 0) tables.push({ name, columns, rows: stream.rowCount, bytes: Buffer.concat(chunks) });
  }
  return tables;
}

/** Makes tables of the same columns in the schema `bench`, without triggers, foreign keys, row-level security and partitions. */
export async function makeTwins(client: pg.Client, tables: readonly TableRows[], including: string): Promise<void> {
  await client.query('drop schema if exists bench cascade; create schema bench');
  for (const { name } of tables)
    await client.query(`create table ${twinOf(name)} (like ${quoteName(name)} ${including})`);
}

/** Writes the rows into the twins, in a transaction for each table. */
export async function copyRows(client: pg.Client, tables: readonly TableRows[]): Promise<void> {
  for (const { name, columns, bytes } of tables) {
    const stream = client.query(copyFrom(`copy ${twinOf(name)} (${quoteColumns(columns)}) from stdin`));
    for (let from = 0; from < bytes.length; from += 65_536)
      if (!stream.write(bytes.subarray(from, from + 65_536))) await once(stream, 'drain');
    stream.end();
    await finished(stream);
  }
}

const twinOf = (name: string) => quoteName(`bench.${name.replace('.', '_')}`);
