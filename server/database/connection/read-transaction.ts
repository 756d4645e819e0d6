import type { Writable } from 'node:stream';
import type pg from 'pg';
import { traceStep } from '../../lib/tracing/spans.ts';
import { toDatabaseError } from './errors.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { createCompanySql, type BeforeStatement, type BoundCompany, type Queryable } from './run-statements.ts';
import { connect } from './transactions.ts';

interface BoundRead extends BoundCompany {
  readonly opening: string;
  readonly before?: BeforeStatement;
}

/**
 * Runs one reading statement in a transaction of its own. Opening, statement and end go out together, so that all of
 * it is one trip to the database. Should the opening fail, the statement finds no company bound and sees nothing.
 * @param pool whose connections take statements before the answer of the one before (`pipeline`)
 * @param opening the statements that begin and bind the transaction, sent as one
 * @throws DatabaseUnavailable, or whatever the statement threw
 */
export function runRead<T>(pool: pg.Pool, bound: BoundRead, read: (tx: CompanyTransaction) => Promise<T>): Promise<T> {
  return traceStep({ name: 'company read' }, () => connectAndRead(pool, bound, read));
}

async function connectAndRead<T>(
  pool: pg.Pool,
  { opening, before, ...bound }: BoundRead,
  read: (tx: CompanyTransaction) => Promise<T>,
): Promise<T> {
  const client = await connect(pool);
  const frame: Array<Promise<unknown>> = [];
  let lost: Error | undefined;
  // Catches at once, because the statement between them fails too and its error is the one that is thrown.
  const send = (statement: string) => frame.push(client.query(statement).catch((error: Error) => (lost = error)));
  const handle = {
    query: (...args: Parameters<pg.PoolClient['query']>) => {
      if (frame.length > 0) throw new Error('A reading transaction is one statement.');
      return sendTogether(client, () => {
        send(opening);
        try {
          return client.query(...args);
        } finally {
          send('commit');
        }
      });
    },
  };
  try {
    const result = await read(createCompanySql(handle as Queryable, bound, undefined, before));
    await Promise.all(frame);
    if (lost) throw lost;
    return result;
  } catch (error) {
    await Promise.all(frame);
    // The statement after an opening that failed says less than the opening.
    throw toDatabaseError(lost ?? error);
  } finally {
    client.release(lost);
  }
}

/** Hands over in one piece what `work` sends; piece by piece, each would wake the database. */
function sendTogether<T>(client: pg.PoolClient, work: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  try {
    return work();
  } finally {
    stream.uncork();
  }
}
