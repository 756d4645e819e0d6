import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { DatabaseRefused } from '../connection/errors.ts';
import {
  listForcedTables,
  listForeignKeys,
  quoteColumns,
  quoteName,
  type DatabaseContents,
  type ForeignKey,
} from './catalogue.ts';
import type { TableAmounts } from './snapshot.ts';

export interface Loading {
  /**
   * @param chosen the lines that are stored; rows and digest are those of all
   * @throws DatabaseRefused for a table that `contents` does not name
   */
  load(table: string, bytes: Buffer, chosen?: Buffer): Promise<void>;
  /** Rows and digest of each table, after its last chunk. */
  finish(): Promise<TableAmounts>;
  /** Deletes the loaded mails that wait to be sent; after `finish`. */
  dropMails(): Promise<void>;
}

/**
 * Replaces the rows of all tables of `contents` by those that `work` loads, in one transaction: a failure leaves every
 * table as it was. The owner of the tables runs it while no portal uses the database. `analyze` follows.
 * @param beforeCommit throws where it is to be a failure
 */
export async function loadTables<T>(
  client: pg.Client,
  contents: DatabaseContents,
  work: (loading: Loading) => Promise<T>,
  beforeCommit: () => void = () => undefined,
): Promise<T> {
  await client.query('begin');
  const loader = createTableLoader(client, contents.tables);
  try {
    const opened = await openTables(client, contents);
    const result = await work(loader);
    await finishTables(client, contents, opened);
    beforeCommit();
    await client.query('commit');
    return result;
  } catch (error) {
    loader.abort();
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Lets the planner know the rows that were loaded. PostgreSQL does it itself later, so that its failure is none. */
export async function analyze(client: pg.Client): Promise<void> {
  await client.query('analyze').catch(() => undefined);
}

interface OpenedTables {
  readonly foreignKeys: readonly ForeignKey[];
  readonly forced: readonly string[];
}

/**
 * Makes the partitions and lets the owner write rows in any order: without foreign keys, triggers and the wall. All of it
 * is undone by `finishTables`, in the same transaction.
 */
async function openTables(client: pg.Client, { months, tables }: DatabaseContents): Promise<OpenedTables> {
  await client.query('set local statement_timeout = 0');
  for (const month of months) await client.query('select make_month_partitions($1)', [month]);
  const foreignKeys = await listForeignKeys(client);
  for (const { table, name } of foreignKeys) {
    await client.query(`alter table ${quoteName(table)} drop constraint ${quoteName(name)}`);
  }
  const forced = await listForcedTables(client);
  for (const name of forced) await client.query(`alter table ${quoteName(name)} no force row level security`);
  for (const { name } of tables) await client.query(`alter table ${quoteName(name)} disable trigger user`);
  await client.query(`truncate ${tables.map(({ name }) => quoteName(name)).join(', ')}`);
  return { foreignKeys, forced };
}

/** Sets the sequences, checks and restores the foreign keys, and closes the wall again. */
async function finishTables(client: pg.Client, contents: DatabaseContents, opened: OpenedTables) {
  await setSequences(client, contents);
  for (const { table, name, definition } of opened.foreignKeys) {
    await client.query(`alter table ${quoteName(table)} add constraint ${quoteName(name)} ${definition}`);
  }
  for (const { name } of contents.tables) await client.query(`alter table ${quoteName(name)} enable trigger user`);
  for (const name of opened.forced) await client.query(`alter table ${quoteName(name)} force row level security`);
}

export async function setSequences(client: pg.Client, { sequences }: Pick<DatabaseContents, 'sequences'>) {
  for (const { name, value, isCalled } of sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [quoteName(name), value, isCalled]);
  }
}

interface OpenTable {
  readonly name: string;
  readonly stream: CopyStreamQuery;
  readonly hash: Hash;
  lines: number;
  /** Why the COPY has failed, which its stream says only once. */
  failure?: Error;
}

/** Loads rows as `snapshot.ts` reads them; the chunks of one table follow each other. */
function createTableLoader(client: pg.Client, tables: DatabaseContents['tables']): Loading & { abort(): void } {
  const amounts: TableAmounts = {};
  let open: OpenTable | undefined;
  const close = async () => {
    if (!open) return;
    const { name, stream, hash, lines } = open;
    if (open.failure) throw open.failure;
    open = undefined;
    stream.end();
    await finished(stream);
    amounts[name] = { rows: lines, sha256: hash.digest('hex') };
  };
  return {
    async load(name: string, bytes: Buffer, chosen = bytes): Promise<void> {
      if (open?.name !== name) {
        await close();
        open = openTable(client, tables, name);
      }
      if (open.failure) throw open.failure;
      open.hash.update(bytes);
      open.lines += countLines(bytes);
      if (chosen.length > 0 && !open.stream.write(chosen))
        await Promise.race([once(open.stream, 'drain'), finished(open.stream)]);
    },
    async finish(): Promise<TableAmounts> {
      await close();
      return amounts;
    },
    /** Ends an open COPY, which the connection would wait for before any other statement. */
    abort: () => void (open?.failure ?? open?.stream.destroy()),
    async dropMails(): Promise<void> {
      if (tables.some(({ name }) => name === 'pgboss.job')) {
        await client.query(`delete from pgboss.job where name = 'mail.send'`);
      }
    },
  };
}

function openTable(client: pg.Client, tables: DatabaseContents['tables'], name: string): OpenTable {
  const table = tables.find((candidate) => candidate.name === name);
  if (!table) throw new DatabaseRefused(`The backup has rows of ${name}, which its list of tables does not name.`);
  const stream = client.query(copyFrom(`copy ${quoteName(name)} (${quoteColumns(table.columns)}) from stdin`));
  const open: OpenTable = { name, stream, hash: createHash('sha256'), lines: 0 };
  // The error reaches the next write or the end.
  stream.on('error', (error) => (open.failure ??= error));
  return open;
}

/** COPY writes a line break within a value as two characters. */
function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}
