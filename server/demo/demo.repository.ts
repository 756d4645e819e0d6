import { sql } from 'drizzle-orm';
import { companies } from '../database/schema/companies.ts';
import { notificationSettings } from '../database/schema/notification-settings.ts';
import { users } from '../database/schema/users.ts';
import type { Transaction } from '../database/transactions.ts';
import type { DemoCompany } from './demo-companies.ts';

const seedLockKey = 7_283_914_003;

/** Whether nobody is here yet. Instances that start together take turns, so that the demo comes once. */
export async function isEmpty(tx: Transaction): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${seedLockKey})`);
  const found = await tx.select({ id: companies.id }).from(companies).limit(1);
  return found.length === 0;
}

export async function insertDemoCompany(
  tx: Transaction,
  { name, isProvider, details, users: people }: DemoCompany,
  accountIds: ReadonlyMap<string, string>,
): Promise<void> {
  const [company] = await tx
    .insert(companies)
    .values({ name, isProvider, ...details })
    .returning({ id: companies.id });
  if (!company) throw new Error('the insert returned no row');
  const companyId = company.id;
  await tx.insert(notificationSettings).values({ companyId });
  await tx.insert(users).values(
    people.map((person) => ({
      ...person,
      companyId,
      accountId: accountIds.get(person.email) ?? '',
      company: name,
      sapId: person.lastName
        .toUpperCase()
        .replaceAll(/[^A-Z]/g, '')
        .slice(0, 8),
    })),
  );
}
