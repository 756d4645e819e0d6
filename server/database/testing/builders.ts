import { randomUUID } from 'node:crypto';
import type { Database } from '../open-database.ts';
import { companies } from '../schema/companies.ts';
import { notificationSettings } from '../schema/notification-settings.ts';
import { users } from '../schema/users.ts';

type NewUser = Partial<typeof users.$inferInsert>;

/** A company with its notification settings and no users. */
export async function buildCompany(database: Database, values: Partial<typeof companies.$inferInsert> = {}) {
  return database.withSystem('demo.seed', async (tx) => {
    const [company] = await tx
      .insert(companies)
      .values({ name: `Company ${randomUUID()}`, ...values })
      .returning();
    if (!company) throw new Error('the insert returned no row');
    await tx.insert(notificationSettings).values({ companyId: company.id });
    return company;
  });
}

/** A user of the company, with an account of its own that can not sign in. */
export async function buildUser(database: Database, companyId: string, values: NewUser = {}) {
  const email = values.email ?? `${randomUUID()}@test.example`;
  const accountId = values.accountId ?? (await buildAccount(database, email));
  const defaults = { firstName: 'Mari', lastName: 'Maasikas', company: 'Test', roles: ['User' as const] };
  return database.withCompany(companyId, async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ ...defaults, ...values, email, accountId })
      .returning();
    if (!user) throw new Error('the insert returned no row');
    return user;
  });
}

async function buildAccount(database: Database, email: string): Promise<string> {
  const { rows } = await database.systemPool.query<{ id: string }>(
    `insert into identity.accounts (email, name) values (lower($1), $1)
      on conflict (email) do update set email = excluded.email returning id`,
    [email],
  );
  if (!rows[0]) throw new Error('the insert returned no row');
  return rows[0].id;
}
