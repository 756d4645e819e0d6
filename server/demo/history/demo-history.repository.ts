import { sql } from 'drizzle-orm';
import pg from 'pg';
import { hashIntakeKey } from '../../access/intake-callers.ts';
import type { Transaction } from '../../database/connection/transactions.ts';

/** A month of conversations that a company of the demo still waits for. */
export interface PendingMonth {
  readonly companyId: string;
  readonly companyName: string;
  /** Its first day. */
  readonly month: string;
  /** From the company's oldest month, which is 0, to its newest, which is 1. */
  readonly age: number;
  /** When the demo was seeded. */
  readonly startedAt: Date;
}

const turnLockKey = 7_283_914_005;
const keyName = 'Demo history';

/**
 * Waits until no other instance sends the demo's history, then keeps it from doing so until `release`. The lock belongs
 * to a connection: one that dies with its process gives it back.
 */
export async function takeHistoryTurn(systemUrl: string, signal: AbortSignal): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: systemUrl, application_name: 'steward demo' });
  // Without a listener a connection that breaks would end the process.
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

/** Newest first, the companies in turn. */
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
      from demo_months m join companies c on c.id = m.company_id
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

/** Makes the key with which a company's history is sent, or gives the one of an earlier start a new secret. */
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

/** A key whose secret nobody has any more is good for nothing. */
export async function revokeHistoryKey(tx: Transaction, companyId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    update intake_keys set revoked_at = ${now}, version = version + 1, updated_at = now()
    where company_id = ${companyId} and name = ${keyName} and revoked_at is null`);
}

export async function markMonthDone(tx: Transaction, { companyId, month }: PendingMonth, now: Date): Promise<void> {
  await tx.execute(sql`
    update demo_months set done_at = ${now} where company_id = ${companyId} and month = ${month}`);
}
