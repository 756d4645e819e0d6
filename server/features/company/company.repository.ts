import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Company } from '#contract/company.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { companies } from '../../database/schema/companies.ts';
import { files } from '../../database/schema/files.ts';
import { users } from '../../database/schema/users.ts';

const primary = alias(users, 'primary_contact');
const secondary = alias(users, 'secondary_contact');

/** The company the transaction is bound to, its contacts as addresses. */
export async function getCompany(tx: Transaction): Promise<Company> {
  const [company] = await tx
    .select({
      companyName: companies.name,
      vatNumber: companies.vatNumber,
      country: companies.country,
      address_1: companies.address1,
      address_2: companies.address2,
      region: companies.region,
      city: companies.city,
      zip: companies.zip,
      primaryContact: primary.email,
      secondaryContact: secondary.email,
      logo: companies.logoFileKey,
      version: companies.version,
    })
    .from(companies)
    .leftJoin(primary, and(eq(primary.companyId, companies.id), eq(primary.id, companies.primaryContactId)))
    .leftJoin(secondary, and(eq(secondary.companyId, companies.id), eq(secondary.id, companies.secondaryContactId)));
  if (!company) throw new Error('the bound company does not exist');
  return company;
}

/** The same, and nobody else can change it until the transaction ends. */
export async function lockCompany(tx: Transaction): Promise<Company> {
  await tx.select({ id: companies.id }).from(companies).for('no key update');
  return getCompany(tx);
}

/** Ids of the company's users by lower-case address; addresses of nobody are missing. */
export async function findUserIdsByEmail(tx: Transaction, emails: readonly string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const found = await tx
    .select({ id: users.id, email: sql<string>`lower(${users.email})` })
    .from(users)
    .where(sql`lower(${users.email}) in ${[...emails]}`);
  return new Map(found.map(({ id, email }) => [email, id]));
}

export type CompanyValues = Partial<
  Pick<
    typeof companies.$inferInsert,
    | 'name'
    | 'vatNumber'
    | 'country'
    | 'address1'
    | 'address2'
    | 'region'
    | 'city'
    | 'zip'
    | 'primaryContactId'
    | 'secondaryContactId'
    | 'logoFileKey'
  >
>;

/** Writes a company that this transaction has locked. */
export async function updateCompany(
  tx: Transaction,
  { companyId, version }: { companyId: string; version: number },
  values: CompanyValues,
  now: Date,
): Promise<void> {
  const updated = await tx
    .update(companies)
    .set({ ...values, version: version + 1, updatedAt: now })
    .where(and(eq(companies.id, companyId), eq(companies.version, version)))
    .returning({ id: companies.id });
  if (updated.length === 0) throw new Error('the locked company was changed by somebody else');
}

export async function insertLogo(
  tx: Transaction,
  logo: { key: string; contentType: string; byteLength: number },
): Promise<void> {
  await tx.insert(files).values({ ...logo, purpose: 'logo' });
}

export async function deleteLogo(tx: Transaction, key: string): Promise<void> {
  await tx.delete(files).where(and(eq(files.key, key), eq(files.purpose, 'logo')));
}
