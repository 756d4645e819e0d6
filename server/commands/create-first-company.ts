import { recordAudit } from '../records/audit.ts';
import { createCompany } from '../records/create-company.ts';
import type { SystemTransaction } from '../sql/sql.ts';

interface FirstCompany {
  readonly company: string;
  readonly isProvider: boolean;
  readonly email: string;
  readonly accountId: string;
}

/** Creates a company with one SuperAdmin and its first audit entry; answers its id. */
export async function createFirstCompany(
  tx: SystemTransaction,
  { company: name, isProvider, email, accountId }: FirstCompany,
  now: Date,
): Promise<string> {
  const user = { accountId, email, firstName: 'Super', lastName: 'Admin' };
  const companyId = await createCompany(tx, { name, isProvider, status: 'active', user }, now);
  await recordAudit(tx, {
    companyId,
    actor: { accountId: null, name: 'Operator of the portal', email: '' },
    action: 'companies.create',
    entity: 'company',
    entityId: companyId,
    entityLabel: name,
    after: { company: name, isProvider, email, roles: ['SuperAdmin'] },
    requestId: 'bootstrap',
    now,
  });
  return companyId;
}
