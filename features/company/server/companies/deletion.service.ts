import type { PortalMails } from '#server/outside/mail/portal-mails.ts';
import type { Uses } from '#server/portal/portal.ts';
import { formatDay } from '#contract/calendar/formats.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { DeletionForm, ListedCompany } from '#features/company/contract/companies.ts';
import { confirmOperator } from '#server/access/confirm-actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { isInForce, toSuspension } from '#server/lib/request/suspension.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import { toCompanyStamp } from './company-audit.ts';
import * as repository from './deletion.repository.ts';
import {
  createSuspension,
  deleteSuspension,
  listRecipients,
  type SuspendableCompany,
} from './suspension.repository.ts';
import { getListedCompany, lockCompany } from './suspension.service.ts';

const dayMs = 86_400_000;

/**
 * Schedules the deletion of a company and suspends it until then. A company that is pending or suspended already stays so.
 * @throws Problem `companies.provider-deletion`, `companies.deletion-scheduled`, `request.invalid` for another name
 */
export function scheduleDeletion(
  { database, mails, clock, waitingDays }: Uses<'database' | 'mails' | 'waitingDays' | 'clock'>,
  context: CallContext,
  id: string,
  form: DeletionForm,
): Promise<ListedCompany> {
  return database.inSystem('companies.delete', async (tx) => {
    await confirmOperator(tx, context.actor, 'companies.manage');
    const company = await lockCompany(tx, id);
    if (company.isProvider) throw new Problem('companies.provider-deletion');
    if (company.deletionDueAt) throw new Problem('companies.deletion-scheduled');
    if (form.name.trim() !== company.name.trim()) {
      const message = 'This is not the name of the company.';
      throw new Problem('request.invalid', { fields: [{ path: 'name', message }] });
    }
    const now = clock.now();
    const dueAt = new Date(now.getTime() + waitingDays * dayMs);
    const reason = form.reason.trim();
    const suspends = company.status === 'active' && !isInForce(toSuspension(company), now);
    await repository.createDeletion(tx, { id, dueAt, reason, suspends, now });
    const date = formatDay(getDay(dueAt.getTime(), company.timeZone));
    if (suspends) {
      const suspension = { from: now, reason: `The company will be deleted on ${date}. ${reason}` };
      await createSuspension(tx, { id, ...suspension, isMailed: true, now });
    }
    await recordAudit(tx, {
      ...toCompanyStamp(context, now, company),
      action: 'companies.schedule-deletion',
      after: { deletionDueAt: dueAt.toISOString(), deletionReason: reason },
    });
    await mailSuperAdmins(mails, tx, company, { date, reason });
    return getListedCompany(tx, now, id);
  });
}

/**
 * Cancels a deletion whose time has not come, and ends the suspension that began with it.
 * @throws Problem `companies.no-deletion`
 */
export function cancelDeletion(
  { database, mails, clock }: Uses<'database' | 'mails' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<ListedCompany> {
  return database.inSystem('companies.delete', async (tx) => {
    await confirmOperator(tx, context.actor, 'companies.manage');
    const company = await lockCompany(tx, id);
    const now = clock.now();
    const { deletionDueAt } = company;
    if (!deletionDueAt || deletionDueAt <= now) throw new Problem('companies.no-deletion');
    await repository.deleteDeletion(tx, { id, now });
    if (company.deletionSuspends) await deleteSuspension(tx, { id, now });
    await recordAudit(tx, {
      ...toCompanyStamp(context, now, company),
      action: 'companies.cancel-deletion',
      before: { deletionDueAt: deletionDueAt.toISOString() },
      after: { deletionDueAt: null },
    });
    await mailSuperAdmins(mails, tx, company, null);
    return getListedCompany(tx, now, id);
  });
}

async function mailSuperAdmins(
  mails: Pick<PortalMails, 'sendDeletionMail'>,
  tx: SystemTransaction,
  { id, name }: SuspendableCompany,
  deletion: { date: string; reason: string } | null,
): Promise<void> {
  for (const recipient of await listRecipients(tx, { company: id, roles: ['SuperAdmin'] })) {
    await mails.sendDeletionMail(tx, { ...recipient, companyName: name, companyId: id, deletion });
  }
}
