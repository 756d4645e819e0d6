import type pg from 'pg';
import type { AnyStatement, CompanySnapshot, PageReading, RowPage, Statement } from '../../sql/sql.ts';
import { isConnectionLoss, toDatabaseError } from './errors.ts';
import { RowQuery } from './row-query.ts';
import {
  createCompanySql,
  toValues,
  type BeforeStatement,
  type BoundCompany,
  type Queryable,
} from './run-statements.ts';
import { connect } from './transactions.ts';

/** In milliseconds. A client may pause for as long as its download allows, which is shorter. */
const idleMs = 120_000;
export const defaultStatementMs = 60_000;

interface BoundSnapshot extends BoundCompany {
  readonly opening: string;
  readonly before: BeforeStatement;
  readonly statementMs: number;
}

/**
 * Opens a transaction that reads one moment.
 * @param opening the statements that begin and bind it
 * @param statementMs for how long each of its statements may run
 * @throws DatabaseUnavailable, or what the opening threw
 */
export async function openSnapshot(
  pool: pg.Pool,
  { opening, statementMs, ...bound }: BoundSnapshot,
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

function createSnapshot(
  pool: pg.Pool,
  client: pg.PoolClient,
  { before, ...bound }: Pick<BoundSnapshot, 'before' | keyof BoundCompany>,
): CompanySnapshot {
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  const track = <Answer>(ask: () => Promise<Answer>) => {
    if (closing) throw new Error('This snapshot is closed.');
    const answer = ask();
    running.add(answer);
    const forget = () => running.delete(answer);
    answer.then(forget, forget);
    return answer;
  };
  const query = ((...args: Parameters<pg.PoolClient['query']>) =>
    track(() => client.query(...args) as unknown as Promise<unknown>)) as Queryable['query'];
  const close = async () => {
    // The connection is kept until the statement has ended, so that no other one is cancelled.
    if (running.size > 0) await cancel(pool, client);
    await Promise.allSettled(running);
    let lost: Error | undefined;
    await client.query('rollback').catch((error: Error) => (lost = error));
    client.release(lost);
  };
  return {
    ...createCompanySql({ query }, bound, undefined, before),
    readPages: <Params, Row, Page>(
      statement: Statement<Params, Row>,
      params: Params,
      { pageRows, startPage }: PageReading<Row, Page>,
    ) =>
      readPages({
        open: () => {
          before(statement, {});
          return query(toDeclaration(statement, { ...params, companyId: bound.companyId }));
        },
        fetch: () => track(() => fetchPage(client, pageRows, startPage())),
        close: () => query('close pages'),
        pageRows,
      }),
    close: () => (closing ??= close()),
  };
}

/** A cursor, because PostgreSQL makes its rows as they are fetched, so that neither side holds all of them. */
function toDeclaration(statement: AnyStatement, given: Readonly<Record<string, unknown>>): pg.QueryConfig {
  return { text: `declare pages no scroll cursor for ${statement.text}`, values: toValues(statement, given) };
}

interface FetchedPage<Page> {
  readonly rows: number;
  readonly page: Page;
}

/** @throws what the page throws for a row, when all have come */
function fetchPage<Row, Page>(client: pg.PoolClient, pageRows: number, page: RowPage<Row, Page>) {
  let rows = 0;
  let failed: { readonly error: unknown } | undefined;
  const fetched = new RowQuery(`fetch forward ${Number(pageRows)} from pages`, (row) => {
    if (failed) return;
    rows += 1;
    try {
      page.add(row as Row);
    } catch (error) {
      failed = { error };
    }
  });
  return new Promise<FetchedPage<Page>>((resolve, reject) => {
    fetched.on('error', reject);
    fetched.on('end', () => (failed ? reject(failed.error) : resolve({ rows, page: page.end() })));
    client.query(fetched);
  });
}

interface Cursor<Page> {
  readonly open: () => Promise<unknown>;
  readonly fetch: () => Promise<FetchedPage<Page>>;
  readonly close: () => Promise<unknown>;
  readonly pageRows: number;
}

async function* readPages<Page>({ open, fetch, close, pageRows }: Cursor<Page>): AsyncGenerator<Page> {
  const readAhead = () => {
    const page = fetch();
    // Its error is thrown when it is asked for.
    page.catch(() => undefined);
    return page;
  };
  try {
    await open();
    for (let next = readAhead(); ;) {
      const { rows, page } = await next;
      if (rows === 0) break;
      const isLast = rows < pageRows;
      if (!isLast) next = readAhead();
      yield page;
      if (isLast) break;
    }
    await close();
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
