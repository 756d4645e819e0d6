import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { rememberExecutor } from './executor.ts';
import { createCompanySql, createSql } from './run-statements.ts';
import { isConnectionLoss, toDatabaseError } from './errors.ts';

type NoSchema = Record<string, never>;

/** An open transaction; tables come from `server/database/schema/`. Nested: `tx.transaction(…)` makes a savepoint. */
export type Transaction = NodePgTransaction<NoSchema, ExtractTablesWithRelations<NoSchema>> & CompanyTransaction;

const dialect = new PgDialect();

export interface Opening {
  /** The statements that begin and bind the transaction, sent as one. */
  readonly opening: string;
  /** The bound company; empty for the system role. */
  readonly companyId: string;
}

/**
 * Runs `work` in one transaction on a connection of its own and commits it; anything thrown rolls it back.
 * @throws DatabaseUnavailable, or what `work` or the commit threw
 */
export async function runTransaction<T>(
  pool: pg.Pool,
  { opening, companyId }: Opening,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await connect(pool);
  let lost: Error | undefined;
  try {
    const result = await openAndWork(client, { opening, companyId }, work);
    const { command } = await client.query('commit');
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK and without an error.
    if (command === 'ROLLBACK') throw new Error('A failed statement was ignored; the transaction was rolled back.');
    return result;
  } catch (error) {
    if (isConnectionLoss(error)) lost = error as Error;
    else await client.query('rollback').catch((failure: Error) => (lost = failure));
    throw toDatabaseError(error);
  } finally {
    client.release(lost);
  }
}

/**
 * The first statements of the work follow the opening at once, without waiting for its answer: the connection keeps their
 * order. Where the opening fails, the connection is gone or no company is bound, so that they find and write nothing, and
 * its failure is what counts.
 */
async function openAndWork<T>(
  client: pg.PoolClient,
  { opening, companyId }: Opening,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const [opened, worked] = await Promise.allSettled([client.query(opening), workOn(client, companyId, work)]);
  if (opened.status === 'rejected') throw opened.reason;
  if (worked.status === 'rejected') throw worked.reason;
  return worked.value;
}

/** @throws DatabaseUnavailable */
export async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw toDatabaseError(error);
  }
}

/**
 * A query that was started but not awaited could otherwise run after the commit, on a connection that serves another
 * company by then: the transaction's handle dies with it.
 */
async function workOn<T>(client: pg.PoolClient, companyId: string, work: (tx: Transaction) => Promise<T>) {
  let open = true;
  const handle = {
    query: (...args: Parameters<pg.PoolClient['query']>) => {
      if (!open) throw new Error('This transaction is over: a query was not awaited inside it.');
      return client.query(...args);
    },
  };
  const connection = handle as unknown as pg.PoolClient;
  const tx = toTransaction(connection, companyId);
  rememberExecutor(tx, connection);
  try {
    return await work(tx);
  } finally {
    open = false;
  }
}

/** What repositories write their queries with, on this connection. */
export function toTransaction(connection: pg.PoolClient, companyId: string): Transaction {
  const session = new NodePgSession<NoSchema, ExtractTablesWithRelations<NoSchema>>(connection, dialect, undefined);
  const tx = new NodePgTransaction<NoSchema, ExtractTablesWithRelations<NoSchema>>(dialect, session, undefined);
  const bound =
    companyId === '' ? (createSql(connection) as CompanyTransaction) : createCompanySql(connection, companyId);
  return Object.assign(tx, bound);
}
