import type { Tenant } from '#contract/companies.ts';
import { recordAudit } from '../../records/audit.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Database } from '../../database/open-database.ts';
import { toAuditStamp } from '../../lib/request/call-context.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { Clock } from '../../outside/clock.ts';
import type { PortalMails } from '../../outside/mail/portal-mails.ts';
import { admitCompany, findStatus, listMembers, listTenants } from './companies.repository.ts';

export interface CompaniesDependencies {
  readonly database: Database;
  readonly mails: Pick<PortalMails, 'sendSignUpApproved'>;
  readonly clock: Clock;
}

export function readTenants({ database }: CompaniesDependencies): Promise<Tenant[]> {
  return database.withSystem('companies.list', (tx) => listTenants(tx));
}

/** Lets a company in that signed up; for one that is in already nothing happens. The act is in that company's log. */
export function approveCompany(
  { database, mails, clock }: CompaniesDependencies,
  context: CallContext,
  id: string,
): Promise<Tenant> {
  return database.withSystem('companies.approve', async (tx) => {
    const status = await findStatus(tx, id);
    if (status === undefined) throw new Problem('record.not-found');
    const now = clock.now();
    if (status === 'pending') await admitCompany(tx, id, now);
    const [tenant] = await listTenants(tx, id);
    if (!tenant) throw new Problem('record.not-found');
    if (status !== 'pending') return tenant;
    const signature = toAuditStamp(context, now);
    await recordAudit(tx, {
      ...signature,
      // Written into another company's log, so the provider is named there also while acting at home.
      actor: { ...signature.actor, company: context.actor.actsFrom ?? context.actor.companyName },
      companyId: id,
      action: 'companies.approve',
      entity: 'company',
      entityId: id,
      entityLabel: tenant.name,
      before: { status },
      after: { status: tenant.status },
    });
    for (const member of await listMembers(tx, id)) {
      await mails.sendSignUpApproved(toExecutor(tx), { ...member, companyName: tenant.name });
    }
    return tenant;
  });
}
