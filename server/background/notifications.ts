import type { Logger } from 'pino';
import type { Database } from '../database/open-database.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';
import type { PortalMails } from '../outside/mail/portal-mails.ts';
import { beginSuspensions } from '../features/companies/suspension.service.ts';
import { sendDueNotifications } from '../features/mails/send-due-notifications.service.ts';
import type { MailsDependencies } from '../features/mails/send-due-notifications.service.ts';
import { listDueReports } from '../features/mails/reports/reports.repository.ts';
import { listDueRuns, sendReport } from '../features/mails/reports/send-due-reports.service.ts';
import type { ReportsDependencies } from '../features/mails/reports/send-due-reports.service.ts';
import {
  listLatestAnnouncements,
  listSubscribers,
} from '../features/mails/plan/notification-subscribers.repository.ts';
import { newsDays } from '../features/mails/plan/plan-notifications.service.ts';
import { addDays, dayMs, getDay } from '#contract/calendar/zones.ts';

export interface Notifications extends Omit<MailsDependencies & ReportsDependencies, 'mails'> {
  readonly mails: MailsDependencies['mails'] & ReportsDependencies['mails'] & Pick<PortalMails, 'sendSuspensionMail'>;
  readonly log: Pick<Logger, 'error'>;
}

/** Begins announced suspensions and sends the due notifications and reports of all companies, at start and every minute. */
export function scheduleNotifications(jobs: Pick<Jobs, 'schedule'>, notifications: Notifications): Promise<void> {
  return jobs.schedule('notifications', '* * * * *', async () => {
    await beginSuspensions(notifications).catch((error: unknown) =>
      notifications.log.error({ err: error }, 'announced suspensions could not begin'),
    );
    await notifyAllCompanies(notifications).catch((error: unknown) =>
      notifications.log.error({ err: error }, 'the companies to notify could not be listed'),
    );
    await sendDueReports(notifications).catch((error: unknown) =>
      notifications.log.error({ err: error }, 'the reports that are due could not be listed'),
    );
  });
}

/** Sends the due notifications of all companies, one after the other. Returns how many mails it queued. */
export async function notifyAllCompanies(notifications: Notifications): Promise<number> {
  const { companies, announcements } = await readOccasions(notifications.database, notifications.clock.now());
  let count = 0;
  for (const company of companies) {
    try {
      count += await sendDueNotifications(notifications, company, announcements);
    } catch (error) {
      notifications.log.error({ err: error, companyId: company.id }, 'a company could not be notified');
    }
  }
  return count;
}

/** Sends the reports of all companies that are due, one after the other. Returns how many it queued. */
export async function sendDueReports(notifications: Notifications): Promise<number> {
  let count = 0;
  for (const due of await findDueRuns(notifications)) {
    try {
      if (await sendReport(notifications, due)) count += 1;
    } catch (error) {
      const { companyId, id } = due.report;
      notifications.log.error({ err: error, companyId, reportId: id }, 'a report could not be sent');
    }
  }
  return count;
}

async function findDueRuns({ database, clock }: Notifications) {
  const now = clock.now();
  // The day of the zone that is furthest ahead.
  const today = addDays(getDay(now.getTime(), 'UTC'), 1);
  const reports = await database.withSystem('notices.make', (tx) => listDueReports(tx, { today, now }));
  return listDueRuns(reports, now);
}

function readOccasions(database: Database, now: Date) {
  const since = new Date(now.getTime() - newsDays * dayMs);
  return database.withSystem('notices.make', async (tx) => ({
    companies: await listSubscribers(tx, { now }),
    announcements: await listLatestAnnouncements(tx, { since }),
  }));
}
