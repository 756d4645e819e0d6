import type { Role } from '#contract/capabilities.ts';
import type { SystemTransaction } from '../sql/sql.ts';
import { systemStatement } from '../sql/statement.ts';
import { array, boolean, instant, text, textOf, uuid } from '../sql/types.ts';

export interface NewCompany {
  readonly name: string;
  readonly isProvider: boolean;
  readonly status: 'active' | 'pending';
  /** The first user, a SuperAdmin. */
  readonly user: {
    readonly accountId: string;
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
  };
}

const createCompanyStatement = systemStatement({
  text: `
    insert into companies (name, is_provider, status, created_at, updated_at)
    values ($name, $isProvider, $status, $now, $now) returning id`,
  params: { name: text, isProvider: boolean, status: textOf<NewCompany['status']>(), now: instant },
  row: { id: uuid },
});

const createSettingsStatement = systemStatement({
  text: 'insert into notification_settings (company_id, updated_at) values ($companyId, $now)',
  params: { companyId: uuid, now: instant },
});

const createUserStatement = systemStatement({
  text: `
    insert into users
      (company_id, account_id, email, first_name, last_name, company, roles, created_at, updated_at)
    values ($companyId, $accountId, $email, $firstName, $lastName, $company, $roles, $now, $now)`,
  params: {
    companyId: uuid,
    accountId: uuid,
    email: text,
    firstName: text,
    lastName: text,
    company: text,
    roles: array(textOf<Role>()),
    now: instant,
  },
});

/** Creates a company with its notification settings and its first user; answers its id. */
export async function createCompany(
  tx: SystemTransaction,
  { user, ...company }: NewCompany,
  now: Date,
): Promise<string> {
  const { id: companyId } = await tx.get(createCompanyStatement, { ...company, now });
  await tx.run(createSettingsStatement, { companyId, now });
  await tx.run(createUserStatement, { ...user, companyId, company: company.name, roles: ['SuperAdmin'], now });
  return companyId;
}
