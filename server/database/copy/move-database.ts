import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { getDatabaseName } from '../connection/connection.ts';
import { DatabaseRefused, findPostgresError } from '../connection/errors.ts';
import type { DatabaseLog } from '../connection/log.ts';
import { isDistributed } from '../distribution/distribute.ts';
import { prepareDatabase, type Installation } from '../prepare-database.ts';
import { quoteName, readContents, type DatabaseContents } from './catalogue.ts';
import { checkEmpty, checkTables, findLastMigration } from './empty-database.ts';
import { listChangedParts, markUnchanged } from './changed-parts.ts';
import { copyName, untilSettled, withOwner } from './owner-connection.ts';
import { applyChanges, areSame, copyTable, sameText, sumRows, type TableSums, type View } from './row-changes.ts';
import type { DatabaseAddress } from './scratch-database.ts';
import { loadTables, setSequences } from './table-loader.ts';

interface Move {
  /** The owner of the database that is moved, who may end the connections of others. */
  readonly ownerUrl: string;
  readonly target: DatabaseAddress;
  readonly installations: readonly Installation[];
  readonly log: DatabaseLog;
  /** Called with every row of one moment copied and compared, before what was written meanwhile follows. */
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
 * Copies every row into an empty database while the portal goes on, compares number and sum of the rows of every table, and follows what
 * was written meanwhile. Then it denies writes, copies the rest of it, compares the sums that follow from what was read and written
 * there, and closes the moved database for writes, so that no write that was acknowledged is missing at the target. So writes
 * are denied for as long as the blocks take that were written since the beginning, however many others there are. A failure leaves
 * the moved database open and the target empty.
 * @throws DatabaseRefused with one line for the operator, or the reason of the stop
 */
export async function moveDatabase(move: Move): Promise<Moved> {
  const { ownerUrl, target, installations, log, stop } = move;
  const { signal, settle } = untilSettled(stop);
  const connect = <T>(work: (client: pg.Client) => Promise<T>) => withOwner(ownerUrl, work, signal);
  const copy = async (snapshot: pg.Client) => {
    if (await isDistributed(snapshot))
      throw new DatabaseRefused('A distributed database is not moved: restore a backup of it (docs/distributed.md).');
    const before = await openView(snapshot);
    const contents = await readContents(snapshot);
    const through = await findLastMigration(contents);
    await checkEmpty(target.ownerUrl, through);
    await prepareDatabase({ ...target, installations, log, through, signal });
    const fill = async (client: pg.Client) => {
      await checkTables(client, contents);
      return connect((next) =>
        connect((locking) => fillTarget({ contents, before, next, client, locking }, { ...move, settle })),
      );
    };
    return withOwner(target.ownerUrl, fill, signal);
  };
  const work = async () => {
    await markUnchanged(ownerUrl, { stop: signal, log, isFirst: true });
    return connect(copy);
  };
  const moved = await work().catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
  // A newer program brings its own changes of the tables, at a start too.
  if (!stop?.aborted) await prepareDatabase({ ...target, installations, log });
  return moved;
}

/** Begins a transaction of one snapshot. */
async function openView(client: pg.Client): Promise<View> {
  await client.query(`begin isolation level repeatable read read only; set local app.backup = on; ${sameText}`);
  const { rows } = await client.query<{ xmin: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as xmin');
  return { client, since: BigInt(rows[0]?.xmin ?? 0) };
}

interface Moving {
  readonly contents: DatabaseContents;
  /** The moved database at the beginning. */
  readonly before: View;
  /** For the moved database as it is when the first copy is complete. */
  readonly next: pg.Client;
  readonly locking: pg.Client;
  readonly client: pg.Client;
}

/** Between `settle` and the end nothing stops it: the target must not be whole while the moved database is written. */
async function fillTarget(moving: Moving, move: Move & { readonly settle: () => void }): Promise<Moved> {
  const { ownerUrl, onCopied, settle } = move;
  const { contents, client, locking } = moving;
  let deniedAtMs = 0;
  const load = async () => {
    await client.query(sameText);
    const copied = await copyAll(moving);
    await onCopied?.(sumUp(copied));
    // Foreign keys that are checked while writes are denied are planned by these statistics.
    await client.query(`analyze ${contents.tables.map(({ name }) => quoteName(name)).join(', ')}`);
    const online = await followOnline(moving, copied, move);
    deniedAtMs = performance.now();
    await denyWrites(locking, contents);
    const { sums, changedRows } = await follow(moving, { ...online, after: locking });
    await setSequences(client, await readContents(locking));
    return { tables: sums.size, rows: sumUp(sums), changedRows: online.changedRows + changedRows };
  };
  const amounts = await loadTables(client, { ...contents, sequences: [] }, load, settle);
  await closeForWrites(ownerUrl);
  const deniedSeconds = (performance.now() - deniedAtMs) / 1000;
  return { ...amounts, deniedSeconds };
}

type Sums = ReadonlyMap<string, TableSums>;

const sumUp = (sums: Sums) => [...sums.values()].reduce((all, { source }) => all + source.rows, 0);

/** Copies every row of the beginning, and compares both ends. */
async function copyAll({ contents, before, client }: Moving): Promise<Sums> {
  const sums = new Map<string, TableSums>();
  for (const table of contents.tables) {
    await copyTable({ source: before.client, target: client }, table);
    const ends = { source: await sumRows(before.client, table), target: await sumRows(client, table) };
    compare(table.name, ends);
    sums.set(table.name, ends);
  }
  return sums;
}

function compare(table: string, { source, target }: TableSums): void {
  if (!areSame(source, target))
    throw new DatabaseRefused(`The rows of ${table} are not the same after they were copied.`);
}

interface Step {
  readonly before: View;
  readonly after: pg.Client;
  readonly sums: Sums;
}

/** So few rows that a further round would not make the time without writes shorter. */
const fewRows = 5000;
const maxRounds = 5;

/** Follows what is written while writes go on. Each round has less to follow than the one before, because it takes less time. */
async function followOnline(moving: Moving, copied: Sums, { ownerUrl, log, stop }: Move) {
  let [before, next, sums, changedRows] = [moving.before, moving.next, copied, 0];
  for (let round = 1; ; round += 1) {
    const after = await openView(next);
    const followed = await follow(moving, { before, after: next, sums });
    changedRows += followed.changedRows;
    // VACUUM marks again what has not changed since `after`, once nothing holds an older snapshot.
    await before.client.query('rollback');
    await markUnchanged(ownerUrl, { stop, log, isFirst: false });
    [before, next, sums] = [after, before.client, followed.sums];
    if (followed.changedRows <= fewRows || round === maxRounds) return { before, sums, changedRows };
  }
}

/** Copies what was written since `before`, and compares both ends. */
async function follow({ contents, client }: Moving, { before, after, sums }: Step) {
  const now = await readContents(after);
  const shape = ({ migrations, jobs, tables }: DatabaseContents) => JSON.stringify([migrations, jobs, tables]);
  if (shape(now) !== shape(contents)) throw new DatabaseRefused('The tables were changed meanwhile: move again.');
  for (const month of now.months) await client.query('select make_month_partitions($1)', [month]);
  const followed = new Map<string, TableSums>();
  let changedRows = 0;
  for (const table of now.tables) {
    const former = sums.get(table.name);
    if (!former) continue;
    const parts = await listChangedParts(after, table.name);
    const { changed, ...ends } = await applyChanges(table, { before, after, target: client, parts, sums: former });
    compare(table.name, ends);
    followed.set(table.name, ends);
    changedRows += changed;
  }
  return { sums: followed, changedRows };
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
