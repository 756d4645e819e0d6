import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Tenant } from '#contract/companies.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { companies } from '../../database/schema/companies.ts';
import { users } from '../../database/schema/users.ts';

const columns = {
  id: companies.id,
  name: companies.name,
  status: companies.status,
  isProvider: companies.isProvider,
  createdAt: companies.createdAt,
  users: count(users.id),
};

/** What somebody signed up and nobody proved is no company yet. */
const isProven = sql`company_is_proven(${companies.id})`;

export async function listTenants(tx: Transaction, id?: string): Promise<Tenant[]> {
  const rows = await tx
    .select(columns)
    .from(companies)
    .leftJoin(users, eq(users.companyId, companies.id))
    .where(id === undefined ? isProven : and(isProven, eq(companies.id, id)))
    .groupBy(companies.id)
    .orderBy(asc(companies.name), asc(companies.id));
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** Locks the company's row until the transaction ends; undefined also where nobody has proven the sign-up. */
export async function findStatus(tx: Transaction, id: string): Promise<Tenant['status'] | undefined> {
  const [company] = await tx
    .select({ status: companies.status })
    .from(companies)
    .where(and(isProven, eq(companies.id, id)))
    .for('update');
  return company?.status;
}

export async function admitCompany(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.update(companies).set({ status: 'active', updatedAt: now }).where(eq(companies.id, id));
}

/** The people of a company, for the mail that tells them they are in. */
export function listMembers(tx: Transaction, companyId: string) {
  return tx
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(eq(users.companyId, companyId));
}
