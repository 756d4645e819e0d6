import { randomUUID } from 'node:crypto';
import type { Role } from '#contract/capabilities.ts';
import { runSql } from '../../testing/sql/run-sql.ts';
import type { Database } from '../open-database.ts';

interface NewCompany {
  readonly name?: string | undefined;
  readonly isProvider?: boolean | undefined;
}

export interface BuiltCompany {
  readonly id: string;
  readonly name: string;
}

/** A company with its notification settings and no users. */
export function buildCompany(
  database: Database,
  { name = `Company ${randomUUID()}`, isProvider = false }: NewCompany = {},
): Promise<BuiltCompany> {
  return database.inSystem('demo.seed', async (tx) => {
    // Runs of the whole month are billed, whatever its day is.
    const text = `
      insert into companies (name, is_provider, billed_since) values ($1, $2, date_trunc('month', now())::date)
      returning id, name`;
    const [company] = await runSql<BuiltCompany>(tx, text, [name, isProvider]);
    if (!company) throw new Error('the insert returned no row');
    await runSql(tx, 'insert into notification_settings (company_id) values ($1)', [company.id]);
    return company;
  });
}

/** Lets the company be as old as this, so that the runs since then are billed. */
export async function setCreatedAt(database: Database, companyId: string, createdAt: string): Promise<void> {
  const text = `update companies set created_at = $1, billed_since = date_trunc('month', $1::timestamptz)::date`;
  await database.inCompany(companyId, (tx) => runSql(tx, text, [createdAt]));
}

/** An address, without which no invoice is issued to the company; what it has of one stays. */
export async function setAddress(database: Database, companyId: string): Promise<void> {
  await database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `update companies set address_1 = coalesce(address_1, 'Street 1'), city = coalesce(city, 'Tallinn'),
        country = coalesce(country, 'Estonia')`,
    ),
  );
}

interface NewUser {
  readonly email?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly company?: string | undefined;
  readonly sapId?: string | undefined;
  readonly roles?: readonly Role[] | undefined;
  readonly accountId?: string | undefined;
}

export interface BuiltUser extends Required<Omit<NewUser, 'sapId'>> {
  readonly id: string;
  readonly companyId: string;
}

/** A user of the company, with an account of its own that can not sign in. */
export async function buildUser(database: Database, companyId: string, values: NewUser = {}): Promise<BuiltUser> {
  const { firstName = 'Mari', lastName = 'Maasikas', company = 'Test', roles = ['User'], sapId } = values;
  const email = values.email ?? `${randomUUID()}@test.example`;
  const accountId = values.accountId ?? (await buildAccount(database, email));
  return database.inCompany(companyId, async (tx) => {
    const [user] = await runSql<{ id: string }>(
      tx,
      `insert into users (company_id, account_id, email, first_name, last_name, company, sap_id, roles)
        values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [companyId, accountId, email, firstName, lastName, company, sapId ?? null, roles],
    );
    if (!user) throw new Error('the insert returned no row');
    return { id: user.id, companyId, accountId, email, firstName, lastName, company, roles };
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
