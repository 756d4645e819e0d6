import { addDays, getDay } from '#contract/calendar/zones.ts';
import type { ReminderLevel } from '#features/receivables/contract/dunning/reminder-levels.ts';
import { createAttempts } from '#server/lib/attempts.ts';
import type { ReminderFacts } from '#server/outside/mail/reminder-mail.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { planReminders, type OwedInvoice, type PlannedReminder } from './plan-reminders.ts';
import { getPassedDay } from './reminder-days.ts';
import { findProviderReminders, updateDoneDay } from './reminder-settings.repository.ts';
import { writeReminder } from './reminder-words.ts';
import * as repository from './reminders.repository.ts';

/** A reminder to those who get the invoices of a company. */
export interface ReminderMail {
  readonly company: { readonly id: string; readonly name: string; readonly timeZone: string };
  /** Decides that it is sent once. */
  readonly key: string;
  readonly facts: ReminderFacts;
}

/** Queues a mail in the transaction. */
export type QueueReminder = (tx: CompanyTransaction, mail: ReminderMail) => Promise<unknown>;

type Sending = Uses<'database' | 'clock' | 'provider'> & {
  readonly log: { warn(fields: object, text: string): void };
  readonly queueReminder: QueueReminder;
};

interface PlannedDay {
  readonly today: string;
  readonly now: Date;
  readonly levels: readonly ReminderLevel[];
}

export interface RemindedInvoice extends OwedInvoice {
  readonly company: ReminderMail['company'];
}

/** Plans the reminders of a day for all companies in four statements, however many companies there are. */
export async function planDay(
  { database }: Uses<'database'>,
  { today, now, levels }: PlannedDay,
): Promise<PlannedReminder<RemindedInvoice>[]> {
  if (levels.length === 0) return [];
  const latest = addDays(today, -Math.min(...levels.map(({ days }) => days)));
  const [companies, invoices, sent, stops] = await database.inSystem('reminders.send', (tx) =>
    Promise.all([
      repository.listRemindedCompanies(tx, { now }),
      repository.listOwedInvoices(tx, { latest }),
      repository.listSentOfOwed(tx),
      repository.listStops(tx),
    ]),
  );
  const byId = new Map(companies.map((company) => [company.id, company]));
  const reminded = invoices.flatMap((invoice): RemindedInvoice[] => {
    const company = byId.get(invoice.companyId);
    return company ? [{ ...invoice, company }] : [];
  });
  return planReminders({ levels, today, invoices: reminded, sent, stops });
}

/**
 * Sends the reminders of the day, each once, also when several portals call it at the same time. Returns how many.
 * @throws StepsFailed where one could not be sent, so that the next call tries it again
 */
export async function sendReminders(sending: Sending): Promise<number> {
  const { database, clock, provider, log } = sending;
  const now = clock.now();
  const today = getPassedDay(now, provider.timeZone);
  // A run that was missed altogether is that of the next day.
  if (today !== getDay(now.getTime(), provider.timeZone)) return 0;
  const settings = await database.inSystem('reminders.send', (tx) => findProviderReminders(tx));
  if (!settings?.isEnabled || (settings.doneDay !== null && settings.doneDay >= today)) return 0;
  const attempts = createAttempts(log);
  let count = 0;
  for (const planned of await planDay(sending, { today, now, levels: settings.levels })) {
    if (planned.stop) continue;
    const { companyId } = planned.invoice;
    const send = () => sendReminder(sending, planned, today);
    if (await attempts.run(send, 'a payment reminder could not be sent', { companyId })) count += 1;
  }
  attempts.end();
  await database.inSystem('reminders.send', (tx) => updateDoneDay(tx, { day: today }));
  return count;
}

/** Whether it was sent: nothing is owed any more, or it is stopped or was sent since it was planned, else. */
function sendReminder(
  { database, clock, provider, queueReminder }: Sending,
  { invoice, level }: PlannedReminder<RemindedInvoice>,
  today: string,
): Promise<boolean> {
  const { company, id: invoiceId } = invoice;
  return database.inCompany(company.id, async (tx) => {
    const owed = await repository.lockOwedInvoice(tx, { id: invoiceId });
    if (!owed || owed.open <= 0 || (await repository.findStopOfInvoice(tx, { invoiceId, today }))) return false;
    const { own, ...words } = writeReminder({
      invoice: owed,
      level,
      companyName: company.name,
      issuer: provider.name,
      today,
    });
    const created = await repository.createSentReminder(tx, {
      invoiceId,
      levelId: level.id,
      days: level.days,
      subject: words.subject,
      openTenThousandths: owed.open,
      sentAt: clock.now(),
    });
    if (!created) return false;
    const facts = { about: 'reminder' as const, id: invoiceId, ...owed, ...words, own };
    await queueReminder(tx, { company, key: `reminder:${invoiceId}:${level.id}`, facts });
    return true;
  });
}
