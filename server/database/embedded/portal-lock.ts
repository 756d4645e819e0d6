import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { clientConfig } from '../connection/connection.ts';
import { DatabaseRefused } from '../connection/errors.ts';
import { DatabaseClient } from '../connection/database-client.ts';

/** Any number, the same in every version: two portals of different versions must not both start either. */
const portalLockKey = 7_283_914_001;
/** The lock of a portal that was just killed goes when the server notices the closed connection. */
const patienceMs = 1500;

/**
 * Holds the data of one embedded server for this portal, as a session lock on a connection of its own: the server
 * itself lets go of it when this process ends, however that happens, and no file can be left behind stale.
 * @throws DatabaseRefused while another portal holds it
 */
export async function takePortalLock(url: string, dataDir: string): Promise<pg.Client> {
  const client = new DatabaseClient({ ...clientConfig(url, `steward portal ${process.pid}`), keepAlive: true });
  // Without a listener a cut connection would end the process; the owner of the lock listens to `end`.
  client.on('error', () => undefined);
  await client.connect();
  const deadline = Date.now() + patienceMs;
  while (!(await tryLock(client))) {
    if (Date.now() > deadline) {
      const holder = await findHolder(client);
      await client.end();
      throw new DatabaseRefused(
        `Another Steward${holder} is already running on ${dataDir}: stop it, or set another DATA_DIR.`,
      );
    }
    await sleep(100);
  }
  return client;
}

async function tryLock(client: pg.Client) {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    portalLockKey,
  ]);
  return rows[0]?.locked === true;
}

async function findHolder(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
      where locktype = 'advisory' and granted and (classid::bigint << 32) + objid::bigint = $1`,
    [portalLockKey],
  );
  const pid = /^steward portal (\d+)$/.exec(rows[0]?.name ?? '')?.[1];
  return pid ? ` (process ${pid})` : '';
}
