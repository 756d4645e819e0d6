import type { Writable } from 'node:stream';
import type pg from 'pg';
import { traceStep } from '../../lib/tracing/spans.ts';
import { findPostgresError, isConnectionLoss, toDatabaseError } from './errors.ts';
import { createSql, type OnAudit, type Queryable } from './run-statements.ts';
import type { AuditChain } from '../audit-chain/audit-chain.ts';
import type { SealedFields } from '../../lib/crypto/audit-seal.ts';

interface TransactionOptions<Tx> {
  /** In traces. */
  readonly name: string;
  /** Strings of statements that begin the transaction and bind its company, sent without waiting for each other. */
  readonly opening: readonly string[];
  /** Gives the work its typed handle on the connection. */
  readonly toTransaction: (connection: Queryable, onAudit: OnAudit) => Tx;
  /** Seals the audit entries of the work. */
  readonly chain: Pick<AuditChain, 'seal'>;
}

/**
 * Runs `work` in one transaction on a connection of its own and commits it; an error rolls it back.
 * @throws DatabaseUnavailable, or what `work` or the commit threw
 */
export function runTransaction<Tx, T>(
  pool: pg.Pool,
  options: TransactionOptions<Tx>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return traceStep({ name: options.name }, () => connectAndWork(pool, options, work));
}

async function connectAndWork<Tx, T>(
  pool: pg.Pool,
  options: TransactionOptions<Tx>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await connect(pool);
  let lost: Error | undefined;
  try {
    const written: SealedFields[] = [];
    const toTransaction = (connection: Queryable) =>
      options.toTransaction(connection, (fields) => written.push(fields));
    const result = await openAndWork(client, { opening: options.opening, toTransaction }, work);
    if (written.length > 0) await options.chain.seal(createSql(client), written);
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
 * Sends the first statement of the work with the opening, without waiting for the opening's answer: the connection keeps the
 * order. Where the opening fails, no company is bound, so the statement finds and writes nothing, and the error
 * of the opening is thrown.
 */
async function openAndWork<Tx, T>(
  client: pg.PoolClient,
  {
    opening,
    toTransaction,
  }: { readonly opening: readonly string[]; readonly toTransaction: (connection: Queryable) => Tx },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  sendTogether(client);
  const opens = Promise.all(opening.map((statements) => client.query(statements)));
  const works = workOn(client, (connection) => work(toTransaction(connection)));
  const [opened, worked] = await Promise.allSettled([opens, works]);
  if (opened.status === 'rejected') throw opened.reason;
  if (worked.status === 'rejected') throw worked.reason;
  return worked.value;
}

/** Hands over in one piece what is sent now, and `end` after it; piece by piece, each would wake the database. */
export function sendTogether(client: pg.PoolClient, end?: () => void): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  queueMicrotask(() => {
    end?.();
    stream.uncork();
  });
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
 * Ends the handle with the work, because a statement that was started but not awaited could otherwise run after the
 * commit, on a connection that serves another company by then.
 */
async function workOn<T>(client: pg.PoolClient, work: (connection: Queryable) => Promise<T>): Promise<T> {
  let isOpen = true;
  let first: unknown;
  const query = (...args: Parameters<pg.PoolClient['query']>) => {
    if (!isOpen) throw new Error('This transaction is over: a query was not awaited inside it.');
    const answer = client.query(...args) as unknown as Promise<unknown>;
    // A stream of rows is no promise, and reports its errors itself.
    answer.catch?.((error: unknown) => (first ??= error));
    return answer;
  };
  try {
    return await work({ query } as unknown as Queryable);
  } catch (error) {
    // What was sent after the statement that failed says only that the transaction is over; the reason is the one before.
    throw findPostgresError(error)?.code === '25P02' && first !== undefined ? first : error;
  } finally {
    isOpen = false;
  }
}
