import type { Logger } from 'pino';
import type { Database } from '../database/open-database.ts';
import { createAttempts } from '../lib/attempts.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';
import type { Uses } from '../portal/portal.ts';
import { beginSuspensions } from '#features/company/server/companies/suspension.service.ts';
import { sendDueNotifications } from '#features/mail/server/send-due-notifications.service.ts';
import { queueReminder } from '#features/mail/server/queue-reminder.service.ts';
import { listDueReports } from '#features/mail/server/reports/reports.repository.ts';
import { listDueRuns, sendReport } from '#features/mail/server/reports/send-due-reports.service.ts';
import {
  listLatestAnnouncements,
  listSubscribers,
  listWaitingCompanies,
} from '#features/mail/server/plan/notification-subscribers.repository.ts';
import { newsDays } from '#features/mail/server/plan/plan-notifications.service.ts';
import { sendReminders } from '#features/receivables/server/dunning/send-reminders.service.ts';
import { addDays, dayMs, getDay } from '#contract/calendar/zones.ts';

export type Notifications = Uses<'database' | 'mails' | 'unsubscribeTokens' | 'readFigures' | 'provider' | 'clock'> & {
  readonly log: Pick<Logger, 'warn'>;
};

/** Begins announced suspensions and sends the due notifications, reports and payment reminders of all companies, at start and every minute. */
export function scheduleNotifications(jobs: Pick<Jobs, 'schedule'>, notifications: Notifications): Promise<void> {
  return jobs.schedule('notifications', '* * * * *', async () => {
    const attempts = createAttempts(notifications.log);
    await attempts.run(() => beginSuspensions(notifications), 'announced suspensions could not begin');
    await attempts.run(() => notifyAllCompanies(notifications), 'the companies to notify could not be listed');
    await attempts.run(() => sendDueReports(notifications), 'the reports that are due could not be listed');
    await attempts.run(() => sendDueReminders(notifications), 'the payment reminders that are due could not be listed');
    attempts.end();
  });
}

/**
 * Sends the due notifications of all companies, one after the other. Returns how many mails it queued.
 * @throws StepsFailed where a company could not be notified
 */
export async function notifyAllCompanies(notifications: Notifications): Promise<number> {
  const { companies, ...occasions } = await readOccasions(notifications.database, notifications.clock.now());
  const attempts = createAttempts(notifications.log);
  let count = 0;
  for (const company of companies) {
    const send = () => sendDueNotifications(notifications, company, occasions);
    const sent = await attempts.run(send, 'a company could not be notified', { companyId: company.id });
    count += sent ?? 0;
  }
  attempts.end();
  return count;
}

/**
 * Sends the reports of all companies that are due, one after the other. Returns how many it queued.
 * @throws StepsFailed where one could not be sent
 */
export async function sendDueReports(notifications: Notifications): Promise<number> {
  const attempts = createAttempts(notifications.log);
  let count = 0;
  for (const due of await findDueRuns(notifications)) {
    const { companyId, id } = due.report;
    const send = () => sendReport(notifications, due);
    if (await attempts.run(send, 'a report could not be sent', { companyId, reportId: id })) count += 1;
  }
  attempts.end();
  return count;
}

/**
 * Sends the payment reminders of the day for all companies. Returns how many.
 * @throws StepsFailed where one could not be sent
 */
export const sendDueReminders = (notifications: Notifications): Promise<number> =>
  sendReminders({ ...notifications, queueReminder: (tx, mail) => queueReminder(notifications, tx, mail) });

async function findDueRuns({ database, clock }: Notifications) {
  const now = clock.now();
  // The day of the zone that is furthest ahead.
  const today = addDays(getDay(now.getTime(), 'UTC'), 1);
  const reports = await database.inSystem('notices.make', (tx) => listDueReports(tx, { today, now }));
  return listDueRuns(reports, now);
}

function readOccasions(database: Database, now: Date) {
  const since = new Date(now.getTime() - newsDays * dayMs);
  return database.inSystem('notices.make', async (tx) => ({
    companies: await listSubscribers(tx, { now }),
    announcements: await listLatestAnnouncements(tx, { since }),
    waiting: await listWaitingCompanies(tx),
  }));
}
