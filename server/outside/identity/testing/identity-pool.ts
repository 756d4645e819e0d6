import { afterAll, beforeAll, inject } from 'vitest';
import { connectDatabase } from '../../../database/open-database.ts';
import { deriveLogins } from '../../../database/roles.ts';
import pg from 'pg';
export function openIdentityPool(): pg.Pool {
  const ownerUrl = inject('ownerUrl' as never) as string;
  const logins = deriveLogins(ownerUrl, 'k'.repeat(40));
  const pool = new pg.Pool({ connectionString: logins.systemUrl, max: 10 });
  pool.on('error', () => undefined);
  const log = { info: () => undefined, warn: console.log, error: console.log };
  const database = connectDatabase({ ownerUrl, logins, log });
  beforeAll(async () => { await database.ready; }, 60000);
  afterAll(async () => { await pool.end(); await database.close(); });
  return pool;
}
