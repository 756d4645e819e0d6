import type { Role } from '#contract/capabilities.ts';
import type { SystemTransaction } from '../sql/sql.ts';
import { systemStatement } from '../sql/statement.ts';
import { array, boolean, instant, nullable, text, textOf, uuid } from '../sql/types.ts';

export interface NewCompany {
  readonly name: string;
  readonly isProvider: boolean;
  readonly status: 'active' | 'pending';
  /** The name of a zone; the default counts where it is missing or the database does not know it. */
  readonly timeZone?: string | undefined;
  /** The first user, a SuperAdmin. */
  readonly user: {
    readonly accountId: string;
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
  };
}

/** The zone of this name, or the default; `parameter` may be null. */
export const knownZone = (parameter: string) =>
  `coalesce((select z.name from pg_timezone_names z where z.name = ${parameter}), 'Europe/Tallinn')`;

const createCompanyStatement = systemStatement({
  text: `
    insert into companies (name, is_provider, has_first_steps, status, time_zone, created_at, updated_at)
    select $name, $isProvider, not $isProvider, $status, ${knownZone('$timeZone')}, $now::timestamptz, $now::timestamptz
    returning id`,
  params: {
    name: text,
    isProvider: boolean,
    status: textOf<NewCompany['status']>(),
    timeZone: nullable(text),
    now: instant,
  },
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
  const { id: companyId } = await tx.get(createCompanyStatement, {
    ...company,
    timeZone: company.timeZone ?? null,
    now,
  });
  await tx.run(createSettingsStatement, { companyId, now });
  await tx.run(createUserStatement, { ...user, companyId, company: company.name, roles: ['SuperAdmin'], now });
  return companyId;
}
