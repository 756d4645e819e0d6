import { recordAudit } from '../../records/audit.ts';
import { createCompany } from '../../records/create-company.ts';
import type { SystemTransaction } from '../../sql/sql.ts';
import { systemStatement } from '../../sql/statement.ts';
import { boolean, text } from '../../sql/types.ts';
import { CommandFailed } from '../run-command.ts';

interface FirstCompany {
  readonly company: string;
  readonly isProvider: boolean;
  readonly email: string;
  readonly accountId: string;
}

const findSameStatement = systemStatement({
  text: `
    select exists (select from companies where is_provider) as "hasProvider",
      exists (select from companies where lower(regexp_replace(btrim(name), '\\s+', ' ', 'g')) = lower($name)) as "hasName"
    from (select pg_advisory_xact_lock(7283914013)) as one_after_the_other`,
  params: { name: text },
  row: { hasProvider: boolean, hasName: boolean },
});

/**
 * A command that is repeated must not make a second company: a second provider can not be deleted.
 * @throws CommandFailed in one line
 */
export async function allowFirstCompany(
  tx: SystemTransaction,
  { company: name, isProvider }: Pick<FirstCompany, 'company' | 'isProvider'>,
): Promise<void> {
  const { hasProvider, hasName } = await tx.get(findSameStatement, { name });
  if (isProvider && hasProvider)
    throw new CommandFailed('There is a provider already: say --another for a second one.');
  if (hasName) throw new CommandFailed(`There is a company named "${name}" already: say --another for a second one.`);
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
