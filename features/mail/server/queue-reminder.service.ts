import type { ReminderFacts } from '#server/outside/mail/reminder-mail.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { createNotifications, listSuperAdmins } from './notification-log.repository.ts';
import { listReaders, queueMails } from './queue-mails.service.ts';
import { toNotification } from './send-due-notifications.service.ts';

interface QueuedReminder {
  readonly company: { readonly id: string; readonly name: string; readonly timeZone: string };
  /** That of the log. */
  readonly key: string;
  readonly facts: ReminderFacts;
}

/**
 * Queues a payment reminder once, to those who get the invoices of the company; a company in which none gets them is reminded at its
 * SuperAdmins. Returns how many mails it queued.
 */
export async function queueReminder(
  portal: Uses<'mails' | 'unsubscribeTokens' | 'clock'>,
  tx: CompanyTransaction,
  { company, key, facts }: QueuedReminder,
): Promise<number> {
  const kind = 'invoices' as const;
  const now = portal.clock.now();
  const readers = await listReaders(tx, kind);
  const [notificationKey] = await createNotifications(tx, { keys: [key], kind, now });
  if (notificationKey === undefined) return 0;
  const hasReader = readers.users.length > 0 || readers.billingEmail !== null;
  const users = hasReader ? readers.users : await listSuperAdmins(tx);
  const notification = toNotification({ ...company, now }, kind, facts);
  return queueMails(portal, tx, {
    companyId: company.id,
    notificationKey,
    notification,
    readers: { ...readers, users },
    now,
  });
}
