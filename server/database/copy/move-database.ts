import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { getDatabaseName } from '../connection/connection.ts';
import { DatabaseRefused, findPostgresError } from '../connection/errors.ts';
import type { DatabaseLog } from '../connection/log.ts';
import { isDistributed } from '../distribution/distribute.ts';
import { prepareDatabase, type Installation } from '../prepare-database.ts';
import { quoteName, readContents, type DatabaseContents } from './catalogue.ts';
import { checkEmpty, checkTables, findLastMigration } from './empty-database.ts';
import { copyName, untilSettled, withOwner } from './owner-connection.ts';
import { applyChanges, copyTable, sameText, sumRows, type Ends } from './row-changes.ts';
import type { DatabaseAddress } from './scratch-database.ts';
import { analyze, loadTables, setSequences } from './table-loader.ts';

interface Move {
  /** The owner of the database that is moved, who may end the connections of others. */
  readonly ownerUrl: string;
  readonly target: DatabaseAddress;
  readonly installations: readonly Installation[];
  readonly log: DatabaseLog;
  /** Called with every row of one moment copied, before writes are denied. */
  readonly onCopied?: (rows: number) => Promise<void> | void;
  /** Ends it as a failure does, until the target is about to be whole. */
  readonly stop?: AbortSignal;
}

export interface Moved {
  readonly tables: number;
  readonly rows: number;
  /** Rows that were written while the others were copied. */
  readonly changedRows: number;
  /** For how long the portal denied writes before the move was complete. */
  readonly deniedSeconds: number;
}

/**
 * Copies every row into an empty database while the portal goes on. Then it denies writes, copies what was written
 * meanwhile, compares number and sum of the rows of every table, and closes the moved database for writes, so that no
 * write that was acknowledged is missing at the target. A failure leaves the moved database open and the target empty.
 * @throws DatabaseRefused with one line for the operator, or the reason of the stop
 */
export async function moveDatabase(move: Move): Promise<Moved> {
  const { ownerUrl, target, installations, log, stop } = move;
  const { signal, settle } = untilSettled(stop);
  const copy = async (snapshot: pg.Client) => {
    if (await isDistributed(snapshot))
      throw new DatabaseRefused('A distributed database is not moved: restore a backup of it (docs/distributed.md).');
    await snapshot.query(`begin isolation level repeatable read read only; set local app.backup = on; ${sameText}`);
    const contents = await readContents(snapshot);
    const since = await readTransaction(snapshot);
    const through = await findLastMigration(contents);
    await checkEmpty(target.ownerUrl, through);
    await prepareDatabase({ ...target, installations, log, through, signal });
    const fill = async (client: pg.Client) => {
      await checkTables(client, contents);
      const lock = (locking: pg.Client) =>
        fillTarget({ contents, since, snapshot, client, locking }, { ...move, settle });
      return withOwner(ownerUrl, lock, signal);
    };
    return withOwner(target.ownerUrl, fill, signal);
  };
  const moved = await withOwner(ownerUrl, copy, signal).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
  // A newer program brings its own changes of the tables, at a start too.
  if (!stop?.aborted) await prepareDatabase({ ...target, installations, log });
  return moved;
}

/** Between `settle` and the end nothing stops it: the target must not be whole while the moved database is written. */
async function fillTarget(
  moving: Moving & { readonly snapshot: pg.Client },
  { ownerUrl, onCopied, settle, stop }: Move & { readonly settle: () => void },
): Promise<Moved> {
  const { contents, snapshot, client, locking } = moving;
  let deniedAtMs = 0;
  const load = async () => {
    await client.query(sameText);
    const copied = await copyAll({ source: snapshot, target: client }, contents);
    await onCopied?.(sum(copied.values()));
    deniedAtMs = performance.now();
    await denyWrites(locking, contents);
    return finishRows(moving, copied);
  };
  const amounts = await loadTables(client, { ...contents, sequences: [] }, load, settle);
  await closeForWrites(ownerUrl);
  const deniedSeconds = (performance.now() - deniedAtMs) / 1000;
  if (!stop?.aborted) await analyze(client);
  return { ...amounts, deniedSeconds };
}

/** The oldest transaction that may have ended after the snapshot of this connection. */
async function readTransaction(client: pg.ClientBase): Promise<bigint> {
  const { rows } = await client.query<{ xmin: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as xmin');
  return BigInt(rows[0]?.xmin ?? 0);
}

async function copyAll(ends: Ends, { tables }: DatabaseContents): Promise<Map<string, number>> {
  const copied = new Map<string, number>();
  for (const table of tables) copied.set(table.name, await copyTable(ends, table));
  return copied;
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, number) => all + number, 0);

interface Moving {
  readonly contents: DatabaseContents;
  readonly since: bigint;
  readonly client: pg.Client;
  readonly locking: pg.Client;
}

const lockLimitMs = 3000;
const maxLockAttempts = 20;

/**
 * Lets no connection write any more until the transaction ends: a writer waits, and is answered 503 after its own limit.
 * A transaction that holds what this one waits for goes first, so that it is tried again.
 */
async function denyWrites(locking: pg.Client, { tables }: DatabaseContents): Promise<void> {
  const names = tables.map(({ name }) => quoteName(name)).join(', ');
  for (let attempt = 1; ; attempt += 1) {
    await locking.query(`begin; set local app.backup = on; set local lock_timeout = ${lockLimitMs}; ${sameText}`);
    try {
      await locking.query(`lock table ${names} in share mode`);
      return;
    } catch (error) {
      await locking.query('rollback');
      const isBusy = ['55P03', '40P01'].includes(findPostgresError(error)?.code ?? '');
      if (!isBusy) throw error;
      if (attempt === maxLockAttempts)
        throw new DatabaseRefused('A transaction holds the tables for too long: try again when less is going on.');
      await sleep(lockLimitMs / 10);
    }
  }
}

/** Copies what was written since the first copy, and compares both ends. */
async function finishRows({ contents, since, client, locking }: Moving, copied: ReadonlyMap<string, number>) {
  const now = await readContents(locking);
  const shape = ({ migrations, jobs, tables }: DatabaseContents) => JSON.stringify([migrations, jobs, tables]);
  if (shape(now) !== shape(contents)) throw new DatabaseRefused('The tables were changed meanwhile: move again.');
  for (const month of now.months) await client.query('select make_month_partitions($1)', [month]);
  const ends = { source: locking, target: client };
  let [rows, changedRows] = [0, 0];
  for (const table of now.tables) {
    const present = await sumRows(locking, table, since);
    await applyChanges(ends, table, { since, copied: copied.get(table.name) ?? 0, present });
    const moved = await sumRows(client, table);
    if (moved.rows !== present.rows || moved.sum !== present.sum)
      throw new DatabaseRefused(`The rows of ${table.name} are not the same after they were copied.`);
    rows += present.rows;
    changedRows += present.changed;
  }
  await setSequences(client, now);
  return { tables: now.tables.length, rows, changedRows };
}

/** Every connection from now on reads only; a portal answers 503 to what writes, until it is started on the target. */
async function closeForWrites(ownerUrl: string): Promise<void> {
  const database = pg.escapeIdentifier(getDatabaseName(ownerUrl));
  await withOwner(ownerUrl, async (client) => {
    await client.query(`alter database ${database} set default_transaction_read_only = on`);
    await endConnections(client);
  });
}

/** Ends the connections of portals and commands, because a session keeps the read-only setting with which it began. */
const endConnections = (client: pg.Client) =>
  client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and application_name <> $1
        and pid <> pg_backend_pid()`,
    [copyName],
  );

/** Lets a database that was moved be written again, also by a portal that still runs on it. */
export async function openForWrites(ownerUrl: string): Promise<void> {
  const database = pg.escapeIdentifier(getDatabaseName(ownerUrl));
  await withOwner(ownerUrl, async (client) => {
    await client.query('set default_transaction_read_only = off');
    await client.query(`alter database ${database} reset default_transaction_read_only`);
    await endConnections(client);
  });
}
