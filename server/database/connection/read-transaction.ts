import type pg from 'pg';
import { traceStep } from '../../lib/tracing/spans.ts';
import { toDatabaseError } from './errors.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { createCompanySql, type BeforeStatement, type BoundCompany, type Queryable } from './run-statements.ts';
import { connect, sendTogether } from './transactions.ts';

interface BoundRead extends BoundCompany {
  readonly opening: string;
}

/** Makes the handle of a read, whose statements `before` allows. */
type ToReading = (before: BeforeStatement) => CompanyTransaction;

/**
 * Runs reading statements, none of which waits for the answer of another, in a transaction of their own. Opening, statements
 * and end go out together, so that all of it is one trip to the database. Should the opening fail, the statements find no company
 * bound and see nothing.
 * @param pool whose connections take statements before the answer of the one before (`pipeline`)
 * @param opening the statements that begin and bind the transaction, sent as one
 * @throws DatabaseUnavailable, or whatever the first statement that failed threw
 */
export function runRead<T>(pool: pg.Pool, bound: BoundRead, read: (toReading: ToReading) => Promise<T>): Promise<T> {
  return traceStep({ name: 'company read' }, () => connectAndRead(pool, bound, read));
}

async function connectAndRead<T>(
  pool: pg.Pool,
  { opening, ...bound }: BoundRead,
  read: (toReading: ToReading) => Promise<T>,
): Promise<T> {
  const client = await connect(pool);
  const frame: Array<Promise<unknown>> = [];
  let isSent = false;
  let lost: Error | undefined;
  // Catches at once, because the statement between them fails too and its error is the one that is thrown.
  const send = (statement: string) => frame.push(client.query(statement).catch((error: Error) => (lost = error)));
  const end = () => {
    isSent = true;
    send('commit');
  };
  const handle = {
    query: (...args: Parameters<pg.PoolClient['query']>) => {
      if (isSent)
        throw new Error('A reading transaction is one statement, or several that do not wait for each other.');
      if (frame.length === 0) {
        sendTogether(client, end);
        send(opening);
      }
      return client.query(...args);
    },
  };
  try {
    const result = await read((before) => createCompanySql(handle as Queryable, bound, undefined, before));
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
