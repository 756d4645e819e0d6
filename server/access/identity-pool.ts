import pg from 'pg';
import { clientConfig } from '../database/connection/connection.ts';
import type { DatabaseLog } from '../database/connection/log.ts';
import { limits } from '../database/connection/pools.ts';

/** Connections of the system role for the identity service, whose library writes names without their schema. */
export function openIdentityPool(systemUrl: string, log: DatabaseLog): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(systemUrl, 'steward identity'),
    ...limits,
    options: '-c search_path=identity',
    max: 6,
    idleTimeoutMillis: 60_000,
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => log.warn(`An idle database connection was lost: ${error.message}`));
  return pool;
}

/** Somebody whose only companies wait for approval is not let in (decision 4). */
export async function isAccountAdmitted(pool: pg.Pool, accountId: string): Promise<boolean> {
  const { rows } = await pool.query<{ admitted: boolean }>(
    `select exists (
       select from public.users u join public.companies c on c.id = u.company_id
       where u.account_id = $1 and c.status <> 'pending') as admitted`,
    [accountId],
  );
  return rows[0]?.admitted ?? false;
}
