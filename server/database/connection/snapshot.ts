import type pg from 'pg';
import type { AnyStatement, CompanySnapshot, Statement } from '../../sql/sql.ts';
import { isConnectionLoss, toDatabaseError } from './errors.ts';
import { createCompanySql, toValues } from './run-statements.ts';
import type { BoundCompany, Queryable } from './run-statements.ts';
import { connect } from './transactions.ts';

/** In milliseconds. A client may pause for as long as its download allows, which is shorter. */
const idleMs = 120_000;
export const defaultStatementMs = 60_000;

/**
 * Opens a transaction that reads one moment.
 * @param opening the statements that begin and bind it
 * @param statementMs for how long each of its statements may run
 * @throws DatabaseUnavailable, or what the opening threw
 */
export async function openSnapshot(
  pool: pg.Pool,
  { opening, statementMs, ...bound }: BoundCompany & { readonly opening: string; readonly statementMs: number },
): Promise<CompanySnapshot> {
  const client = await connect(pool);
  try {
    await client.query(
      `${opening}; set local statement_timeout = ${Number(statementMs)};
        set local idle_in_transaction_session_timeout = ${idleMs}`,
    );
  } catch (error) {
    client.release(true);
    throw toDatabaseError(error);
  }
  return createSnapshot(pool, client, bound);
}

function createSnapshot(pool: pg.Pool, client: pg.PoolClient, bound: BoundCompany): CompanySnapshot {
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  const query = (...args: Parameters<pg.PoolClient['query']>) => {
    if (closing) throw new Error('This snapshot is closed.');
    const answer = client.query(...args) as unknown as Promise<unknown>;
    running.add(answer);
    const forget = () => running.delete(answer);
    answer.then(forget, forget);
    return answer;
  };
  const close = async () => {
    // The connection is kept until the statement has ended, so that no other one is cancelled.
    if (running.size > 0) await cancel(pool, client);
    await Promise.allSettled(running);
    let lost: Error | undefined;
    await client.query('rollback').catch((error: Error) => (lost = error));
    client.release(lost);
  };
  return {
    ...createCompanySql({ query } as Queryable, bound),
    readPages: <Params, Row>(statement: Statement<Params, Row>, params: Params, pageRows: number) =>
      readPages<Row>(
        query as Queryable['query'],
        toQuery(statement, { ...params, companyId: bound.companyId }),
        pageRows,
      ),
    close: () => (closing ??= close()),
  };
}

function toQuery(statement: AnyStatement, given: Readonly<Record<string, unknown>>): pg.QueryConfig {
  return { text: statement.text, values: toValues(statement, given) };
}

/** A cursor, because PostgreSQL makes its rows as they are fetched, so that neither side holds all of them. */
async function* readPages<Row>(
  query: Queryable['query'],
  { text, values = [] }: pg.QueryConfig,
  pageRows: number,
): AsyncGenerator<readonly Row[]> {
  const fetch = () => {
    const page = query(`fetch forward ${Number(pageRows)} from pages`) as Promise<pg.QueryResult<Row & object>>;
    // Read ahead: its error is thrown when it is asked for.
    page.catch(() => undefined);
    return page;
  };
  try {
    await query({ text: `declare pages no scroll cursor for ${text}`, values });
    for (let next = fetch(); ;) {
      const { rows } = await next;
      if (rows.length === 0) break;
      const isLast = rows.length < pageRows;
      if (!isLast) next = fetch();
      yield rows;
      if (isLast) break;
    }
    await query('close pages');
  } catch (error) {
    throw toDatabaseError(error);
  }
}

/** Also where the server is gone, which the statement itself reports. */
async function cancel(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  const { processID } = client as unknown as { processID: number };
  await pool.query('select pg_cancel_backend($1::integer)', [processID]).catch((error: unknown) => {
    if (!isConnectionLoss(error)) throw error;
  });
}
