import { toExecutor } from '../../database/connection/executor.ts';
import type { Database } from '../../database/open-database.ts';

const graceMs = 48 * 60 * 60 * 1000;
/** The rest waits for the next hour. */
const atOnce = 500;

const findAccounts = `
  select a.id from identity.accounts a
  where not a.email_verified and a.updated_at < $1
    and not exists (
      select from identity.one_time_codes o where o.account_id = a.id and o.spent_at is null and o.expires_at > $2)
  order by a.id limit ${atOnce} for update skip locked`;

const findCompanies = `
  select distinct u.company_id as id from public.users u
  where u.account_id = any($1::uuid[]) and not company_is_proven(u.company_id)`;

/**
 * Deletes sign-ups whose address nobody proved within two days, with the company, settings and agreements they made: a
 * stranger must not keep somebody's address, nor fill the provider's list.
 */
export async function deleteUnprovenSignUps(database: Database, now: Date): Promise<void> {
  await database.withSystem('sign-ups.delete', async (tx) => {
    const executor = toExecutor(tx);
    const cutoff = new Date(now.getTime() - graceMs);
    const accounts = toIds(await executor.query(findAccounts, [cutoff, now]));
    if (accounts.length === 0) return;
    const companies = toIds(await executor.query(findCompanies, [accounts]));
    await executor.query('delete from agreements where account_id = any($1::uuid[])', [accounts]);
    for (const table of ['audit_entries', 'notification_settings', 'users']) {
      await executor.query(`delete from ${table} where company_id = any($1::uuid[])`, [companies]);
    }
    await executor.query('delete from companies where id = any($1::uuid[])', [companies]);
    await executor.query(
      `delete from identity.accounts a where a.id = any($1::uuid[])
         and not exists (select from users u where u.account_id = a.id)`,
      [accounts],
    );
  });
}

function toIds({ rows }: { rows: Record<string, unknown>[] }): string[] {
  return rows.map(({ id }) => String(id));
}
