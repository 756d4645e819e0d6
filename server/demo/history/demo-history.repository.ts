import { clientConfig } from '../../database/connection/connection.ts';
import { hashIntakeKey } from '../../access/intake-callers.ts';
import { historyKeyName } from '../../lib/request/intake-caller.ts';
import type { CompanyTransaction, SystemTransaction } from '../../sql/sql.ts';
import { statement, systemStatement } from '../../sql/statement.ts';
import { bytes, date, instant, integer, text, uuid } from '../../sql/types.ts';
import { DatabaseClient } from '../../database/connection/database-client.ts';

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
const keyName = historyKeyName;

/**
 * Waits for the lock under which one instance sends the demo's history, and holds it until `release`. The lock belongs
 * to a connection, so that PostgreSQL releases it when the process ends.
 */
export async function claimHistoryTurn(systemUrl: string, signal: AbortSignal): Promise<{ release(): Promise<void> }> {
  const client = new DatabaseClient(clientConfig(systemUrl, 'steward demo'));
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

const listPendingStatement = systemStatement({
  text: `
    select company_id as "companyId", name as "companyName", month, position, months, created_at as "startedAt" from (
      select m.company_id, c.name, m.month, c.created_at, m.done_at,
        (row_number() over oldest_first - 1)::int as position, (count(*) over (partition by m.company_id))::int as months
      from demo_seed_progress m join companies c on c.id = m.company_id
      window oldest_first as (partition by m.company_id order by m.month)
    ) planned where done_at is null order by month desc, name`,
  row: { companyId: uuid, companyName: text, month: date, position: integer, months: integer, startedAt: instant },
});

/** Newest month first, then by company. */
export async function listPendingMonths(tx: SystemTransaction): Promise<PendingMonth[]> {
  const rows = await tx.list(listPendingStatement);
  return rows.map(({ position, months, ...row }) => ({ ...row, age: position / Math.max(1, months - 1) }));
}

const replaceSecretStatement = systemStatement({
  text: `
    update intake_keys set secret_hash = $hash, hint = $hint, version = version + 1, updated_at = $now
    where company_id = $companyId and name = $name and revoked_at is null`,
  params: { companyId: uuid, name: text, hash: bytes, hint: text, now: instant },
});
const createKeyStatement = systemStatement({
  text: `
    insert into intake_keys (company_id, name, hint, secret_hash, created_by, created_at, updated_at)
    values ($companyId, $name, $hint, $hash, 'Demo', $now, $now)`,
  params: { companyId: uuid, name: text, hash: bytes, hint: text, now: instant },
});

/** Creates the intake key for a company's history, or replaces the secret of the key from an earlier start. */
export async function createHistoryKey(tx: CompanyTransaction, secret: string, now: Date): Promise<void> {
  const { companyId } = tx;
  const key = { companyId, name: keyName, hash: hashIntakeKey(secret), hint: secret.slice(-4), now };
  if ((await tx.run(replaceSecretStatement, key)) === 0) await tx.run(createKeyStatement, key);
}

const revokeKeyStatement = statement({
  text: `
    update intake_keys set revoked_at = $now, version = version + 1, updated_at = $now
    where company_id = $companyId and name = $name and revoked_at is null`,
  params: { name: text, now: instant },
});

/** Revokes the key, because its secret was only in memory. */
export async function revokeHistoryKey(tx: CompanyTransaction, now: Date): Promise<void> {
  await tx.run(revokeKeyStatement, { name: keyName, now });
}

export const markMonthDone = statement.run({
  text: 'update demo_seed_progress set done_at = $now where company_id = $companyId and month = $month',
  params: { month: date, now: instant },
});

/** Lets the departments of the demo's users pay for all of its months. Nothing for those who have one noted. */
export const noteDemoCostOwners = statement.run({
  text: `
    insert into cost_owners (company_id, person_id, from_month, recorded_month, department, cost_centre)
    select $companyId, id, date '0001-01-01', date_trunc('month', created_at)::date, department, cost_centre
    from users where company_id = $companyId and (department is not null or cost_centre is not null)
    on conflict do nothing`,
});
