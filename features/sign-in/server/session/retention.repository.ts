import type { Database } from '#server/database/open-database.ts';
import { systemStatement } from '#server/sql/statement.ts';
import { array, instant, integer, uuid } from '#server/sql/types.ts';

const graceMs = 48 * 60 * 60 * 1000;
/** Per run; the rest waits for the next hour. */
const maxAccounts = 500;

const lockUnprovenAccountsStatement = systemStatement({
  text: `
    select a.id from identity.accounts a
    where not a.email_verified and a.updated_at < $cutoff
      and not exists (
        select from identity.one_time_codes o
        where o.account_id = a.id and o.spent_at is null and o.expires_at > $now)
    order by a.id limit $limit for update skip locked`,
  params: { cutoff: instant, now: instant, limit: integer },
  row: { id: uuid },
});

const listUnprovenCompaniesStatement = systemStatement({
  text: `
    select distinct u.company_id as id from users u
    where u.account_id = any($accountIds) and not company_is_proven(u.company_id)`,
  params: { accountIds: array(uuid) },
  row: { id: uuid },
});

const deleteAgreementsStatement = systemStatement({
  text: 'delete from agreements where account_id = any($accountIds)',
  params: { accountIds: array(uuid) },
});

const deleteCompanyStatements = [
  'delete from audit_checkpoints where company_id = any($companyIds)',
  'delete from audit_seals where company_id = any($companyIds)',
  'delete from audit_heads where company_id = any($companyIds)',
  'delete from audit_entries where company_id = any($companyIds)',
  'delete from notification_settings where company_id = any($companyIds)',
  'delete from users where company_id = any($companyIds)',
  'delete from companies where id = any($companyIds)',
].map((text) => systemStatement({ text, params: { companyIds: array(uuid) } }));

const listUsedAccountsStatement = systemStatement({
  text: 'select distinct account_id as id from users where account_id = any($accountIds)',
  params: { accountIds: array(uuid) },
  row: { id: uuid },
});

const deleteAccountsStatement = systemStatement({
  text: 'delete from identity.accounts where id = any($accountIds)',
  params: { accountIds: array(uuid) },
});

const deletePoolAgreementsStatement = systemStatement({
  text: 'delete from pool_agreements where accepted_at < $cutoff',
  params: { cutoff: instant },
});

const unlinkedKeptMs = 365 * 24 * 60 * 60 * 1000;

/** Deletes what persons accepted at a user pool who have not signed in for a year after that. */
export async function deletePoolAgreements(database: Database, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - unlinkedKeptMs);
  await database.inSystem('session.pool-agreements', (tx) => tx.run(deletePoolAgreementsStatement, { cutoff }));
}

/**
 * Deletes sign-ups whose address is unproven after two days, with their company, settings and agreements, because a
 * stranger must neither occupy another person's address nor fill the provider's list.
 */
export async function deleteUnprovenSignUps(database: Database, now: Date): Promise<void> {
  await database.inSystem('sign-ups.delete', async (tx) => {
    const cutoff = new Date(now.getTime() - graceMs);
    const accounts = await tx.list(lockUnprovenAccountsStatement, { cutoff, now, limit: maxAccounts });
    const accountIds = accounts.map(({ id }) => id);
    if (accountIds.length === 0) return;
    const companies = await tx.list(listUnprovenCompaniesStatement, { accountIds });
    const companyIds = companies.map(({ id }) => id);
    await tx.run(deleteAgreementsStatement, { accountIds });
    for (const statement of deleteCompanyStatements) await tx.run(statement, { companyIds });
    const used = new Set((await tx.list(listUsedAccountsStatement, { accountIds })).map(({ id }) => id));
    await tx.run(deleteAccountsStatement, { accountIds: accountIds.filter((id) => !used.has(id)) });
  });
}
