import type { Uses } from '#server/portal/portal.ts';
import type { MailReport, MailReportForm } from '#features/mail/contract/mail-reports.ts';
import { maxReportsOfUser } from '#features/mail/contract/report-values.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { changeRecord, type AuditedKind } from '#server/records/change-record.ts';
import { createRecord } from '#server/records/create-record.ts';
import { deleteRecord } from '#server/records/delete-record.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { lockRecipient } from '../opt-outs/opt-outs.repository.ts';
import { getLatestRun, getNextRun } from './report-schedule.ts';
import { allowPerson, managesReports, refusePerson, seesReport } from './reports.policy.ts';
import * as repository from './reports.repository.ts';
import type { StoredReport } from './reports.repository.ts';

/** Lists the company's reports for actors who manage them, else the actor's own. */
export async function listReports({ database }: Uses<'database'>, actor: Actor): Promise<MailReport[]> {
  if (!managesReports(actor) && actor.actsFrom !== null) return [];
  const userId = managesReports(actor) ? null : actor.userId;
  const stored = await database.inCompany.read(actor.companyId, (tx) => repository.listReports(tx, { userId }));
  return stored.map((report) => toMailReport(report, actor));
}

/** @throws Problem `record.not-found` */
export async function getReport({ database }: Uses<'database'>, actor: Actor, id: string): Promise<MailReport> {
  const stored = await database.inCompany.read(actor.companyId, (tx) => repository.findReport(tx, { id }));
  if (!stored || !seesReport(actor, stored)) throw new Problem('record.not-found');
  return toMailReport(stored, actor);
}

/** @throws Problem `mail-reports.limit`, `request.invalid` */
export function createReport(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  form: MailReportForm,
  idempotencyKey: string | undefined,
): Promise<MailReport> {
  const { actor } = context;
  const now = clock.now();
  allowPerson(actor, form);
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmManager(tx, actor, form);
    return createRecord(tx, {
      ...auditedReport,
      context,
      now,
      action: 'mailReports.create',
      idempotencyKey,
      request: form,
      create: async () => {
        await allowRoom(tx, { userId: form.userId, exceptId: null });
        const doneDay = getLatestRun(form, now.getTime(), actor.timeZone).day;
        return repository.createReport(tx, { ...form, doneDay, createdAt: now, updatedAt: now });
      },
      toAnswer: (created) => toMailReport(created, actor),
    });
  });
}

/**
 * Runs of a changed schedule that have passed are not sent.
 * @throws Problem `record.not-found`, `record.stale`, `mail-reports.limit`, `request.invalid`
 */
export function updateReport(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { id, version, ...form }: MailReportForm & { readonly id: string; readonly version?: number | undefined },
): Promise<MailReport> {
  const { actor } = context;
  const now = clock.now();
  return database.inCompany(actor.companyId, async (tx) => {
    const written = await changeRecord(tx, {
      ...auditedReport,
      context,
      now,
      action: 'mailReports.update',
      lock: () => lockVisible(tx, actor, id),
      version,
      toVisible: (stored) => toMailReport(stored, actor),
      write: async (stored) => {
        allowPerson(actor, form);
        await confirmManager(tx, actor, form);
        await allowRoom(tx, { userId: form.userId, exceptId: id });
        const doneDay = toDoneDay(stored, form, { now: now.getTime(), zone: actor.timeZone });
        return repository.updateReport(tx, { ...form, id, doneDay, now });
      },
    });
    return toMailReport(written, actor);
  });
}

/** @throws Problem `record.not-found` */
export async function deleteReport(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<void> {
  await database.inCompany(context.actor.companyId, (tx) =>
    deleteRecord(tx, {
      ...auditedReport,
      context,
      now: clock.now(),
      action: 'mailReports.delete',
      lock: () => lockVisible(tx, context.actor, id),
      delete: () => repository.deleteReport(tx, { id }),
    }),
  );
}

/** Undefined also for a report of another person that the actor may no longer manage. */
async function lockVisible(tx: CompanyTransaction, actor: Actor, id: string): Promise<StoredReport | undefined> {
  const stored = await repository.lockReport(tx, id);
  if (!stored || !seesReport(actor, stored)) return undefined;
  await confirmManager(tx, actor, stored);
  return stored;
}

/** @throws Problem `access.refused` where the actor no longer manages the reports of others */
async function confirmManager(tx: CompanyTransaction, actor: Actor, { userId }: { readonly userId: string }) {
  if (userId !== actor.userId) await confirmActor(tx, actor, 'notifications.manage');
}

/** @throws Problem `mail-reports.limit`, `request.invalid` for a person who is not in the company */
async function allowRoom(tx: CompanyTransaction, owner: { readonly userId: string; readonly exceptId: string | null }) {
  if (!(await lockRecipient(tx, { userId: owner.userId }))) refusePerson('Choose a user of the company.');
  await repository.lockReportsOfUser(tx, { userId: owner.userId });
  const { count } = await repository.countReports(tx, owner);
  if (count >= maxReportsOfUser) throw new Problem('mail-reports.limit');
}

/** A run is sent once, also where the schedule changed after it; what passed by a changed schedule is not sent. */
function toDoneDay(
  stored: StoredReport,
  form: MailReportForm,
  { now, zone }: { readonly now: number; readonly zone: string },
): string {
  const isSame = stored.isEnabled && stored.weekday === form.weekday && stored.hour === form.hour;
  if (isSame && stored.userId === form.userId) return stored.doneDay;
  const passed = getLatestRun(form, now, zone).day;
  return passed > stored.doneDay ? passed : stored.doneDay;
}

function toMailReport(stored: StoredReport, { timeZone }: Actor): MailReport {
  const { firstName, lastName, email, isActive, doneDay, lastSentAt, ...report } = stored;
  const next = getNextRun(report, doneDay, timeZone);
  return {
    ...report,
    user: { firstName, lastName, email },
    nextAt: report.isEnabled && isActive ? new Date(next.dueAt).toISOString() : null,
    lastSentAt: lastSentAt?.toISOString() ?? null,
  };
}

type AuditedReport = Record<Exclude<keyof MailReportForm, 'userId'> | 'person', unknown>;

/** How the audit log shows reports. */
export const auditedReport: AuditedKind<StoredReport> = {
  toSubject: ({ id, name }) => ({ entity: 'mailReport', entityId: id, entityLabel: name }),
  toFields: ({ email, ...stored }): AuditedReport => {
    const { name, weekday, hour, period, parts, technicalUsers, attachesUsage, isEnabled } = stored;
    return { name, person: email, weekday, hour, period, parts, technicalUsers, attachesUsage, isEnabled };
  },
};
