import type { Uses } from '#server/portal/portal.ts';
import { getZoneName } from '#contract/calendar/zone-names.ts';
import { fromClock } from '#contract/calendar/zones.ts';
import type { ListedCompany, SuspensionForm } from '#features/company/contract/companies.ts';
import { confirmOperator } from '#server/access/confirm-actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { isInForce, toSuspension } from '#server/lib/request/suspension.ts';
import type { SuspensionMailKind } from '#server/outside/mail/suspension-mails.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import { listCompanies } from './companies.repository.ts';
import { toCompanyStamp, toCompanySubject } from './company-audit.ts';
import * as repository from './suspension.repository.ts';
import type { SuspendableCompany } from './suspension.repository.ts';

/**
 * Suspends a company at once or from a later time of its zone. Its paid features are refused from then on by comparing
 * that time with the clock, so that nothing has to run for the suspension to begin.
 * @throws Problem `companies.provider`, `companies.pending`, `companies.suspended`, `request.invalid` for a past time
 */
export function suspendCompany(
  { database, mails, clock }: Uses<'database' | 'mails' | 'clock'>,
  context: CallContext,
  id: string,
  form: SuspensionForm,
): Promise<ListedCompany> {
  return database.inSystem('companies.suspend', async (tx) => {
    await confirmOperator(tx, context.actor, 'companies.manage');
    const company = await lockCompany(tx, id);
    if (company.isProvider) throw new Problem('companies.provider');
    if (company.status === 'pending') throw new Problem('companies.pending');
    if (company.suspendedFrom) throw new Problem('companies.suspended');
    const now = clock.now();
    const from = toStart(form.from ?? undefined, company.timeZone, now);
    const reason = form.reason.trim();
    const isMailed = from <= now;
    await repository.createSuspension(tx, { id, from, reason, isMailed, now });
    await recordAudit(tx, {
      ...toCompanyStamp(context, now, company),
      action: isMailed ? 'companies.suspend' : 'companies.announce-suspension',
      after: { suspendedFrom: from.toISOString(), suspensionReason: reason },
    });
    const suspended = { ...company, suspendedFrom: from, suspensionReason: reason };
    await mailAdministrators({ mails }, tx, isMailed ? 'suspended' : 'announced', suspended);
    return getListedCompany(tx, now, id);
  });
}

/**
 * Ends a suspension at once, also one that is only announced.
 * @throws Problem `companies.not-suspended`, `companies.suspended-for-deletion`
 */
export function reactivateCompany(
  { database, mails, clock }: Uses<'database' | 'mails' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<ListedCompany> {
  return database.inSystem('companies.suspend', async (tx) => {
    await confirmOperator(tx, context.actor, 'companies.manage');
    const company = await lockCompany(tx, id);
    const suspension = toSuspension(company);
    if (!suspension) throw new Problem('companies.not-suspended');
    if (company.deletionSuspends) throw new Problem('companies.suspended-for-deletion');
    const now = clock.now();
    const wasInForce = isInForce(suspension, now);
    await repository.deleteSuspension(tx, { id, now });
    await recordAudit(tx, {
      ...toCompanyStamp(context, now, company),
      action: wasInForce ? 'companies.reactivate' : 'companies.cancel-suspension',
      before: { suspendedFrom: suspension.from.toISOString(), suspensionReason: suspension.reason },
      after: { suspendedFrom: null, suspensionReason: null },
    });
    await mailAdministrators({ mails }, tx, wasInForce ? 'reactivated' : 'cancelled', company);
    return getListedCompany(tx, now, id);
  });
}

/** Mails and records the announced suspensions that have begun. Returns how many. */
export async function beginSuspensions({
  database,
  mails,
  clock,
}: Uses<'database' | 'clock'> & Uses<'mails'>): Promise<number> {
  let count = 0;
  while (await database.inSystem('companies.suspend', (tx) => beginNextSuspension({ mails }, tx, clock.now()))) {
    count += 1;
  }
  return count;
}

async function beginNextSuspension(parts: Uses<'mails'>, tx: SystemTransaction, now: Date): Promise<boolean> {
  const company = await repository.claimBegunSuspension(tx, { now });
  if (!company) return false;
  await recordAudit(tx, {
    ...toCompanySubject(company),
    actor: { accountId: null, name: 'Planned suspension', email: '' },
    action: 'companies.begin-suspension',
    after: { suspensionReason: company.suspensionReason },
    requestId: '',
    now,
  });
  await mailAdministrators(parts, tx, 'suspended', company);
  return true;
}

export async function lockCompany(tx: SystemTransaction, id: string): Promise<SuspendableCompany> {
  const company = await repository.lockCompany(tx, { id });
  if (!company) throw new Problem('record.not-found');
  return company;
}

export async function getListedCompany(tx: SystemTransaction, now: Date, id: string): Promise<ListedCompany> {
  const [company] = await listCompanies(tx, now, id);
  if (!company) throw new Problem('record.not-found');
  return company;
}

/** @param text a day, or a day with the clock time of the zone; undefined for now */
function toStart(text: string | undefined, timeZone: string, now: Date): Date {
  if (text === undefined) return now;
  const clockTime = text.includes('T') ? text : `${text}T00:00`;
  const from = new Date(fromClock(Date.parse(`${clockTime}Z`), timeZone));
  if (from > now) return from;
  throw new Problem('request.invalid', { fields: [{ path: 'from', message: 'Enter a time in the future.' }] });
}

async function mailAdministrators(
  { mails }: Uses<'mails'>,
  tx: SystemTransaction,
  kind: SuspensionMailKind,
  { id, name, timeZone, suspendedFrom, suspensionReason }: SuspendableCompany,
): Promise<void> {
  const from = suspendedFrom?.getTime() ?? 0;
  const facts = {
    companyName: name,
    companyId: id,
    timeZone: getZoneName(timeZone, from),
    from,
    reason: suspensionReason ?? '',
  };
  for (const recipient of await repository.listRecipients(tx, { company: id, roles: ['SuperAdmin', 'Admin'] })) {
    await mails.sendSuspensionMail(tx, { ...recipient, ...facts, kind });
  }
}
