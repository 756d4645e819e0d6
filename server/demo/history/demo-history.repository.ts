import { sql } from 'drizzle-orm';
import pg from 'pg';
import { hashIntakeKey } from '../../access/intake-callers.ts';
import type { Transaction } from '../../database/connection/transactions.ts';

/** A month whose conversations were not sent yet. */
export interface PendingMonth {
  readonly companyId: string;
  readonly companyName: string;
  /** Its first day. */
  readonly month: string;
  /** Position between the company's oldest month, 0, and its newest, 1. */
  readonly age: number;
  /** When the demo was seeded. */
  readonly startedAt: Date;
}

const turnLockKey = 7_283_914_005;
const keyName = 'Demo history';

/**
 * Waits for the lock under which one instance sends the demo's history, and holds it until `release`. The lock belongs
 * to a connection, so that PostgreSQL releases it when the process ends.
 */
export async function takeHistoryTurn(systemUrl: string, signal: AbortSignal): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: systemUrl, application_name: 'steward demo' });
  // Without a listener a broken connection would end the process.
  client.on('error', () => undefined);
  const release = () => client.end();
  const giveUp = () => void release();
  await client.connect();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await client.query('set statement_timeout = 0; set idle_session_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [turnLockKey]);
  } catch (error) {
    await release();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
  return { release };
}

/** Newest month first, then by company. */
export async function findPendingMonths(tx: Transaction): Promise<PendingMonth[]> {
  const { rows } = await tx.execute<{
    company_id: string;
    name: string;
    month: string;
    months_on: number;
    months: number;
    created_at: Date | string;
  }>(sql`
    select company_id, name, month::text, months_on, months, created_at from (
      select m.company_id, c.name, m.month, c.created_at, m.done_at,
        (row_number() over oldest_first - 1)::int as months_on, (count(*) over (partition by m.company_id))::int as months
      from demo_seed_progress m join companies c on c.id = m.company_id
      window oldest_first as (partition by m.company_id order by m.month)
    ) planned where done_at is null order by month desc, name`);
  return rows.map((row) => ({
    companyId: row.company_id,
    companyName: row.name,
    month: row.month,
    age: row.months_on / Math.max(1, row.months - 1),
    startedAt: new Date(row.created_at),
  }));
}

/** Creates the intake key for a company's history, or replaces the secret of the key from an earlier start. */
export async function putHistoryKey(tx: Transaction, companyId: string, secret: string): Promise<void> {
  const hash = hashIntakeKey(secret);
  const hint = secret.slice(-4);
  const { rowCount } = await tx.execute(sql`
    update intake_keys set secret_hash = ${hash}, hint = ${hint}, version = version + 1, updated_at = now()
    where company_id = ${companyId} and name = ${keyName} and revoked_at is null`);
  if (rowCount) return;
  await tx.execute(sql`
    insert into intake_keys (company_id, name, hint, secret_hash, created_by)
    values (${companyId}, ${keyName}, ${hint}, ${hash}, 'Demo')`);
}

/** Revokes the key, because its secret was only in memory. */
export async function revokeHistoryKey(tx: Transaction, companyId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    update intake_keys set revoked_at = ${now}, version = version + 1, updated_at = now()
    where company_id = ${companyId} and name = ${keyName} and revoked_at is null`);
}

export async function markMonthDone(tx: Transaction, { companyId, month }: PendingMonth, now: Date): Promise<void> {
  await tx.execute(sql`
    update demo_seed_progress set done_at = ${now} where company_id = ${companyId} and month = ${month}`);
}
