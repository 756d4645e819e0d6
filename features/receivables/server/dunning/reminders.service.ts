import { toEuros } from '#features/money/contract/money.ts';
import {
  mostPreviewed,
  type DueReminder,
  type ReminderPreview,
  type ReminderSettingsForm,
  type ReminderStop,
  type ReminderStopForm,
  type SentReminder,
} from '#features/receivables/contract/dunning/reminders.ts';
import { confirmOperator } from '#server/access/confirm-actor.ts';
import { toActorName, type Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Uses } from '#server/portal/portal.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { PlannedReminder } from './plan-reminders.ts';
import { getNextDay } from './reminder-days.ts';
import { findReminderSettings } from './reminder-settings.repository.ts';
import { writeReminder } from './reminder-words.ts';
import * as repository from './reminders.repository.ts';
import { planDay, type RemindedInvoice } from './send-reminders.service.ts';

type StopRow = Awaited<ReturnType<typeof repository.listStops>>[number];

const toStop = ({ createdAt, ...stop }: StopRow): ReminderStop => ({ ...stop, createdAt: createdAt.toISOString() });

/** The reminders of the next run by settings that need not be saved. */
export async function previewReminders(
  { database, clock, provider }: Uses<'database' | 'clock' | 'provider'>,
  actor: Actor,
  { levels }: ReminderSettingsForm,
): Promise<ReminderPreview> {
  const now = clock.now();
  const day = getNextDay(now, provider.timeZone);
  const stored = await database.inCompany.read(actor.homeCompanyId, findReminderSettings);
  const known = new Set(stored?.levels.map(({ id }) => id));
  // A new level has been sent for no invoice.
  const previewed = levels.map(({ id, ...level }, index) => ({
    ...level,
    id: id !== undefined && known.has(id) ? id : `new ${index}`,
  }));
  const planned = await planDay({ database }, { today: day, now, levels: previewed });
  const stopped = planned.filter(({ stop }) => stop).length;
  return {
    day,
    reminders: planned.slice(0, mostPreviewed).map((each) => toDueReminder(each, provider.name, day)),
    count: planned.length - stopped,
    stopped,
  };
}

function toDueReminder(
  { invoice, level, stop }: PlannedReminder<RemindedInvoice>,
  issuer: string,
  today: string,
): DueReminder {
  const { company, id, number, dueDay, open } = invoice;
  const { subject, body } = writeReminder({ invoice, level, companyName: company.name, issuer, today });
  return {
    companyId: company.id,
    companyName: company.name,
    invoiceId: id,
    number,
    dueDay,
    open: toEuros(open),
    days: level.days,
    stop: stop ? { id: stop.id, reason: stop.reason, until: stop.until, invoiceId: stop.invoiceId } : null,
    subject,
    text: body,
  };
}

export async function listStops({ database }: Uses<'database'>): Promise<ReminderStop[]> {
  return (await database.inSystem('reminders.stop', (tx) => repository.listStops(tx))).map(toStop);
}

/** The audit entry is in the log of the provider, because a stop and its reason are the provider's alone. */
const toStamp = (context: CallContext, now: Date, { companyId, companyName, invoiceNumber }: ReminderStop) => ({
  ...toAuditStamp(context, now, true),
  companyId: context.actor.homeCompanyId,
  entity: 'reminderStop',
  entityId: companyId,
  entityLabel: invoiceNumber === null ? companyName : `${companyName}, ${invoiceNumber}`,
});

/** Takes the place of an earlier stop of the same company or invoice. @throws Problem `record.not-found` */
export function createStop(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { companyId, invoiceId, reason, until }: ReminderStopForm,
): Promise<ReminderStop> {
  const now = clock.now();
  return database.inSystem('reminders.stop', async (tx) => {
    await confirmOperator(tx, context.actor, 'companies.manage');
    if (!(await repository.findStoppable(tx, { companyId, invoiceId }))) throw new Problem('record.not-found');
    await repository.deleteStopOf(tx, { companyId, invoiceId });
    const { id } = await repository.createStop(tx, {
      companyId,
      invoiceId,
      reason: reason.trim(),
      until,
      createdBy: toActorName(context.actor),
      createdAt: now,
    });
    const stop = await getStop(tx, id);
    await recordAudit(tx, {
      ...toStamp(context, now, stop),
      action: 'reminders.stop',
      after: { reason: stop.reason, until: stop.until },
    });
    return stop;
  });
}

/** @throws Problem `record.not-found` */
export function deleteStop(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<void> {
  return database.inSystem('reminders.stop', async (tx) => {
    await confirmOperator(tx, context.actor, 'companies.manage');
    const stop = await getStop(tx, id);
    await repository.deleteStop(tx, { companyId: stop.companyId, id });
    await recordAudit(tx, {
      ...toStamp(context, clock.now(), stop),
      action: 'reminders.continue',
      before: { reason: stop.reason, until: stop.until },
    });
  });
}

async function getStop(tx: Parameters<typeof repository.listStops>[0], id: string): Promise<ReminderStop> {
  const [row] = await repository.listStops(tx, id);
  if (!row) throw new Problem('record.not-found');
  return toStop(row);
}

/** @throws Problem `record.not-found` */
export function listSentReminders({ database }: Uses<'database'>, actor: Actor, id: string): Promise<SentReminder[]> {
  return database.inCompany(actor.companyId, async (tx) => {
    if (!(await repository.findInvoice(tx, { id }))) throw new Problem('record.not-found');
    const sent = await repository.listSentReminders(tx, { invoiceId: id });
    return sent.map(({ openTenThousandths, sentAt, ...each }) => ({
      ...each,
      open: toEuros(openTenThousandths),
      sentAt: sentAt.toISOString(),
    }));
  });
}
