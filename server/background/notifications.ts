import type { Logger } from 'pino';
import type { Database } from '../database/open-database.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';
import type { PortalMails } from '../outside/mail/portal-mails.ts';
import { beginSuspensions } from '../features/companies/suspension.service.ts';
import { sendDueNotifications } from '../features/mails/send-due-notifications.service.ts';
import type { MailsDependencies } from '../features/mails/send-due-notifications.service.ts';
import {
  listLatestAnnouncements,
  listSubscribers,
} from '../features/mails/plan/notification-subscribers.repository.ts';
import { newsDays } from '../features/mails/plan/plan-notifications.service.ts';
import { dayMs } from '#contract/calendar/zones.ts';

export interface Notifications extends Omit<MailsDependencies, 'mails'> {
  readonly mails: MailsDependencies['mails'] & Pick<PortalMails, 'sendSuspensionMail'>;
  readonly log: Pick<Logger, 'error'>;
}

/** Begins announced suspensions and sends the due notifications of all companies, at start and every minute. */
export function scheduleNotifications(jobs: Pick<Jobs, 'schedule'>, notifications: Notifications): Promise<void> {
  return jobs.schedule('notifications', '* * * * *', async () => {
    await beginSuspensions(notifications).catch((error: unknown) =>
      notifications.log.error({ err: error }, 'announced suspensions could not begin'),
    );
    await notifyAllCompanies(notifications).catch((error: unknown) =>
      notifications.log.error({ err: error }, 'the companies to notify could not be listed'),
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

function readOccasions(database: Database, now: Date) {
  const since = new Date(now.getTime() - newsDays * dayMs);
  return database.withSystem('notices.make', async (tx) => ({
    companies: await listSubscribers(tx, { now }),
    announcements: await listLatestAnnouncements(tx, { since }),
  }));
}
