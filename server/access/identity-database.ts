import pg from 'pg';
import { clientConfig } from '../database/connection/connection.ts';
import type { DatabaseLog } from '../database/connection/log.ts';
import { limits } from '../database/connection/pools.ts';
import type { AuditChain } from '../database/audit-chain/audit-chain.ts';
import { createSql } from '../database/connection/run-statements.ts';
import { runTransaction } from '../database/connection/transactions.ts';
import type { Sql } from '../sql/sql.ts';
import { systemStatement } from '../sql/statement.ts';
import { boolean, uuid } from '../sql/types.ts';

/** Connections of the system role for the identity service, whose library writes table names without their schema. */
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

/** What the identity service runs statements with. */
export function toIdentityDatabase(pool: pg.Pool, chain: AuditChain) {
  return {
    pool,
    sql: createSql(pool),
    inTransaction: <T>(work: (tx: Sql) => Promise<T>): Promise<T> =>
      runTransaction(pool, { opening: 'begin', toTransaction: createSql, chain }, work),
  };
}

const isAccountAdmittedStatement = systemStatement({
  text: `
    select exists (
      select from public.users u join public.companies c on c.id = u.company_id
      where u.account_id = $accountId and c.status <> 'pending' and u.deactivated_at is null) as "isAdmitted"`,
  params: { accountId: uuid },
  row: { isAdmitted: boolean },
});

/** False for an account whose companies all wait for approval, or have deactivated its user. */
export async function isAccountAdmitted(sql: Sql, accountId: string): Promise<boolean> {
  return (await sql.get(isAccountAdmittedStatement, { accountId })).isAdmitted;
}
