import pg from 'pg';
import { clientConfig } from '../database/connection/connection.ts';
import type { DatabaseLog } from '../database/connection/log.ts';
import type { Database } from '../database/open-database.ts';
import { countPool } from '../lib/connection-counts.ts';
import { prepareSession } from '../database/connection/pools.ts';
import type { AuditChain } from '../database/audit-chain/audit-chain.ts';
import { createSql } from '../database/connection/run-statements.ts';
import { runTransaction } from '../database/connection/transactions.ts';
import type { Sql } from '../sql/sql.ts';
import { systemStatement } from '../sql/statement.ts';
import { boolean, nullable, text, uuid } from '../sql/types.ts';
import {
  hasComeIn,
  isBreakGlass,
  isPasswordClosed as isPasswordClosedNow,
  opensCompany,
  toOnlyCompany,
} from './sign-in-rule.sql.ts';

/** Connections of the system role for the identity service. */
export function openIdentityPool(
  { systemUrl, connections }: Pick<Database, 'systemUrl' | 'connections'>,
  log: DatabaseLog,
): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(systemUrl, 'steward identity'),
    onConnect: prepareSession(),
    max: 6,
    idleTimeoutMillis: 15_000,
  });
  connections.add('identity', () => countPool(pool));
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => log.info('an idle database connection was lost'));
  return pool;
}

/** Opens the database of the identity service: statements and transactions on `pool`, sealed by `chain`. */
export function toIdentityDatabase(pool: pg.Pool, chain: AuditChain) {
  return {
    sql: createSql(pool),
    inTransaction: <T>(work: (tx: Sql) => Promise<T>): Promise<T> =>
      runTransaction(pool, { name: 'identity transaction', opening: ['begin'], toTransaction: createSql, chain }, work),
  };
}

const isAccountAdmittedStatement = systemStatement({
  text: `
    select exists (
      select from public.users u join public.companies c on c.id = u.company_id
      left join identity.sessions s on s.id = $sessionId and s.account_id = u.account_id
      where u.account_id = $accountId and c.status <> 'pending' and u.deactivated_at is null
        and ($sessionId::uuid is null or ${opensCompany})) as "isAdmitted"`,
  params: { accountId: uuid, sessionId: nullable(uuid) },
  row: { isAdmitted: boolean },
});

/**
 * False for an account whose companies all wait for approval, or have deactivated its user; for a session, also where it
 * opens none of them.
 */
export async function isAccountAdmitted(sql: Sql, accountId: string, sessionId?: string): Promise<boolean> {
  return (await sql.get(isAccountAdmittedStatement, { accountId, sessionId: sessionId ?? null })).isAdmitted;
}

const isUndecidedStatement = systemStatement({
  text: `
    select coalesce(bool_and(not ${hasComeIn} and not ${toOnlyCompany('public.')}), false) as "isUndecided"
    from public.users u join public.companies c on c.id = u.company_id
    left join identity.sessions s on s.id = $sessionId and s.account_id = u.account_id
    where u.account_id = $accountId and c.status <> 'pending' and u.deactivated_at is null
      and s.sign_in_company_id is null and ${opensCompany}`,
  params: { accountId: uuid, sessionId: nullable(uuid) },
  row: { isUndecided: boolean },
});

/**
 * Whether a session opens only companies that have added the account, and of which the person has chosen none: the first
 * company to add an address must not be the one that its person lands in.
 */
export async function isAccountUndecided(sql: Sql, accountId: string, sessionId?: string): Promise<boolean> {
  return (await sql.get(isUndecidedStatement, { accountId, sessionId: sessionId ?? null })).isUndecided;
}

const isPasswordClosedStatement = systemStatement({
  text: `
    select ${isPasswordClosedNow} as "isClosed"`,
  params: { accountId: uuid },
  row: { isClosed: boolean },
});

/** Whether every company of the account demands single sign-on, so that its password opens none. */
export async function isPasswordClosed(sql: Sql, accountId: string): Promise<boolean> {
  return (await sql.get(isPasswordClosedStatement, { accountId })).isClosed;
}

/** The SuperAdmins of companies that demand single sign-on and name the account for break-glass; empty for others. */
export const listBreakGlassWatchers = systemStatement.list({
  text: `
    select distinct watcher.email, watcher.company_id as "companyId" from public.users u
    join public.sign_in_providers p on p.company_id = u.company_id and p.is_demanded
    join public.users watcher on watcher.company_id = u.company_id and watcher.roles @> array['SuperAdmin']
      and watcher.deactivated_at is null
    where u.account_id = $accountId and ${hasComeIn} and ${isBreakGlass}
    order by watcher.email, "companyId"`,
  params: { accountId: uuid },
  row: { email: text, companyId: uuid },
});
