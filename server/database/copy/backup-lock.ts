import type pg from 'pg';
import { withOwner } from './owner-connection.ts';

/** Any number, the same in every version. */
const lockKey = 7_283_914_012;

/**
 * Runs `work` under a lock that all backups of a database share; the server lets go of it when the process ends, however that
 * happens. Where no other backup runs, `clear` first deletes what interrupted ones have left.
 */
export async function withBackupLock<T>(
  ownerUrl: string,
  clear: (owner: pg.Client) => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  return withOwner(ownerUrl, async (client) => {
    const isAlone = await clearAlone(client, clear);
    await client.query('select pg_advisory_lock_shared($1)', [lockKey]);
    // Let go only now, so that no other process clears in between.
    if (isAlone) await client.query('select pg_advisory_unlock($1)', [lockKey]);
    return work();
  });
}

/** Clears between backups; does nothing while one runs. */
export const clearBetweenBackups = (ownerUrl: string, clear: (owner: pg.Client) => Promise<void>): Promise<boolean> =>
  withOwner(ownerUrl, (client) => clearAlone(client, clear));

/** Keeps the lock for itself where it gets it. */
async function clearAlone(client: pg.Client, clear: (owner: pg.Client) => Promise<void>): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockKey]);
  if (rows[0]?.locked !== true) return false;
  await clear(client);
  return true;
}
