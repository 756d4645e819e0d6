import type pg from 'pg';
import { clientConfig } from './connection.ts';
import { DatabaseRefused } from './errors.ts';
import { DatabaseClient } from './database-client.ts';

const advice =
  'its locks, settings and listeners need sessions of their own. Set pool_mode = session for this database, or name PostgreSQL itself';

/** For one statement: a pooler without a free session keeps it waiting. */
const longestWaitMs = 5000;

/** How often it is tried, because a pooler that takes its sessions by turns may give the same one again by chance. */
const rounds = 10;

/**
 * Refuses a pooler that gives each transaction another session, such as PgBouncer with pool_mode = transaction. There a session that one
 * connection has just left serves the transaction of another one, or the first one gets another session while that lasts.
 * @param setting the variable with the address
 * @throws DatabaseRefused
 */
export async function refuseSharedSessions(setting: string, url: string): Promise<void> {
  const clients = [open(url), open(url)] as const;
  try {
    if (!(await areShared(...clients))) return;
  } catch {
    // An address that can not be used is reported by what uses it.
    return;
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
  throw new DatabaseRefused(`${setting} leads to a pooler that gives each transaction another session: ${advice}.`);
}

async function areShared(client: pg.Client, other: pg.Client): Promise<boolean> {
  await client.connect();
  await other.connect();
  for (let round = 0; round < rounds; round += 1) if (await isShared(client, other)) return true;
  return false;
}

function open(url: string): pg.Client {
  const client = new DatabaseClient({ ...clientConfig(url, 'steward start'), query_timeout: longestWaitMs });
  client.on('error', () => undefined);
  return client;
}

async function isShared(client: pg.Client, other: pg.Client): Promise<boolean> {
  const before = await findSession(client);
  try {
    await other.query('begin');
  } catch (error) {
    // PgBouncer with pool_mode = statement.
    if (error instanceof Error && error.message.includes('statement pooling')) return true;
    throw error;
  }
  if ((await findSession(other)) === before) return true;
  const after = await findSession(client);
  await other.query('rollback');
  return after !== before;
}

async function findSession(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
