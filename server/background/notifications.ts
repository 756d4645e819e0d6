import type { Logger } from 'pino';
import type { Database } from '../database/open-database.ts';
import { makeNotices } from '../features/mails/send-due-notifications.service.ts';
import type { NoticesDependencies } from '../features/mails/send-due-notifications.service.ts';
import {
  listLatestAnnouncements,
  listNoticedCompanies,
} from '../features/mails/notification-subscribers.repository.ts';
import { newsDays } from '../features/mails/plan-notifications.service.ts';
import { dayMs } from '#contract/calendar/zones.ts';

const intervalMs = 60_000;

export interface Notices extends NoticesDependencies {
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Tells companies what they want to know, at once and then every minute; a check that takes longer is not joined by a
 * second one. Answers how to stop it. For a database that is ready.
 */
export function startNotices(notices: Notices): () => void {
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await makeAllNotices(notices);
    } catch (error) {
      notices.log.error({ err: error }, 'the companies to notify could not be read');
    } finally {
      isRunning = false;
    }
  };
  void run();
  const timer = setInterval(() => void run(), intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** One check of all companies, one after the other. Answers how many mails it queued. */
export async function makeAllNotices(notices: Notices): Promise<number> {
  const { companies, announcements } = await readOccasions(notices.database, notices.clock.now());
  let count = 0;
  for (const company of companies) {
    try {
      count += await makeNotices(notices, company, announcements);
    } catch (error) {
      notices.log.error({ err: error, companyId: company.id }, 'a company could not be notified');
    }
  }
  return count;
}

function readOccasions(database: Database, now: Date) {
  const since = new Date(now.getTime() - newsDays * dayMs);
  return database.withSystem('notices.make', async (tx) => ({
    companies: await listNoticedCompanies(tx),
    announcements: await listLatestAnnouncements(tx, since),
  }));
}
