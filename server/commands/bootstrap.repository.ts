import { recordAudit } from '../records/audit.ts';
import { companies } from '../database/schema/companies.ts';
import { notificationSettings } from '../database/schema/notification-settings.ts';
import { users } from '../database/schema/users.ts';
import type { Transaction } from '../database/connection/transactions.ts';

interface FirstCompany {
  readonly company: string;
  readonly isProvider: boolean;
  readonly email: string;
  readonly accountId: string;
}

/** A company with one SuperAdmin, the settings every company has, and the beginning of its log. */
export async function insertFirstCompany(
  tx: Transaction,
  { company: name, isProvider, email, accountId }: FirstCompany,
  now: Date,
): Promise<void> {
  const [company] = await tx.insert(companies).values({ name, isProvider }).returning({ id: companies.id });
  if (!company) throw new Error('the insert returned no row');
  await tx.insert(notificationSettings).values({ companyId: company.id });
  await tx.insert(users).values({
    companyId: company.id,
    accountId,
    email,
    firstName: 'Super',
    lastName: 'Admin',
    company: name,
    roles: ['SuperAdmin'],
  });
  await recordAudit(tx, {
    companyId: company.id,
    actor: { accountId: null, name: 'Operator of the portal', email: '' },
    action: 'companies.create',
    entity: 'company',
    entityId: company.id,
    entityLabel: name,
    after: { company: name, isProvider, email, roles: ['SuperAdmin'] },
    requestId: 'bootstrap',
    now,
  });
}
