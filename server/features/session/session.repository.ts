import { asc, eq, sql } from 'drizzle-orm';
import type { SignUpForm } from '#contract/session/session-forms.ts';
import { agreementVersion } from '#contract/session/session-forms.ts';
import { agreements } from '../../database/schema/agreements.ts';
import { companies } from '../../database/schema/companies.ts';
import { notificationSettings } from '../../database/schema/notification-settings.ts';
import { users } from '../../database/schema/users.ts';
import type { Transaction } from '../../database/connection/transactions.ts';

interface NewCompany {
  readonly form: SignUpForm;
  readonly accountId: string;
  readonly email: string;
  readonly status: 'active' | 'pending';
}

/** A new company with the signer as its SuperAdmin. */
export async function insertCompanyWithSigner(
  tx: Transaction,
  { form, accountId, email, status }: NewCompany,
): Promise<string> {
  const [company] = await tx.insert(companies).values({ name: form.company, status }).returning({ id: companies.id });
  if (!company) throw new Error('the insert returned no row');
  const companyId = company.id;
  const { firstName, lastName } = form;
  await tx
    .insert(users)
    .values({ companyId, accountId, email, firstName, lastName, company: form.company, roles: ['SuperAdmin'] });
  await tx.insert(notificationSettings).values({ companyId });
  return companyId;
}

interface Renamed {
  readonly companyId: string;
  readonly before: { company: string; firstName: string; lastName: string };
}

const names = { company: users.company, firstName: users.firstName, lastName: users.lastName };

/**
 * The same unproven address signs up again: what it says now counts, or a stranger's first try would name it. Answers
 * what it was called before; undefined where the account has no company.
 */
export async function renameCompanyAndSigner(
  tx: Transaction,
  accountId: string,
  form: SignUpForm,
): Promise<Renamed | undefined> {
  const { firstName, lastName, company } = form;
  const [signer] = await tx
    .select({ companyId: users.companyId, ...names })
    .from(users)
    .where(eq(users.accountId, accountId));
  if (!signer) return undefined;
  const { companyId, ...before } = signer;
  await tx.update(users).set({ firstName, lastName, company }).where(eq(users.accountId, accountId));
  await tx.update(companies).set({ name: company }).where(eq(companies.id, companyId));
  return { companyId, before };
}

/** What was agreed to, with the version of the documents and the time (decision 7); the newest sign-up's counts. */
export async function insertAgreements(
  tx: Transaction,
  { accountId, companyId, now }: { accountId: string; companyId: string; now: Date },
): Promise<void> {
  const rows = (['termsConditions', 'dataProcessing'] as const).map((document) => ({
    accountId,
    document,
    version: agreementVersion,
    acceptedAt: now,
    companyId,
  }));
  await tx
    .insert(agreements)
    .values(rows)
    .onConflictDoUpdate({
      target: [agreements.accountId, agreements.document, agreements.version],
      set: { acceptedAt: now, companyId },
    });
}

/** The person's own row in the company the transaction is bound to. */
export async function findOwnUser(tx: Transaction, userId: string) {
  const { company, firstName, lastName, email, roles, sapId, version } = users;
  const [user] = await tx
    .select({ company, firstName, lastName, email, roles, sapId, version })
    .from(users)
    .where(eq(users.id, userId));
  return user;
}

/** The companies an account belongs to, oldest membership first. */
export function listMemberships(tx: Transaction, accountId: string) {
  return tx
    .select({ id: companies.id, name: companies.name, status: companies.status })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(eq(users.accountId, accountId))
    .orderBy(asc(users.createdAt), asc(companies.id));
}

/** Puts a proven address into all memberships of the account, as a new version of each; answers where it changed. */
export function changeEmailOfMemberships(tx: Transaction, accountId: string, email: string, now: Date) {
  return tx
    .update(users)
    .set({ email, version: sql`${users.version} + 1`, updatedAt: now })
    .where(eq(users.accountId, accountId))
    .returning({ companyId: users.companyId, userId: users.id, firstName: users.firstName, lastName: users.lastName });
}
