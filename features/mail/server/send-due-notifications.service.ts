import type { Uses } from '#server/portal/portal.ts';
import { getZoneName } from '#contract/calendar/zone-names.ts';
import type { MailKind } from '#features/mail/contract/mail-kinds.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { CompanyNotification } from '#server/outside/mail/notification-mails.ts';
import { createNotifications, listSentKeys } from './notification-log.repository.ts';
import type { NotificationSubscriber } from './plan/notification-subscribers.repository.ts';
import { listReaders, queueMails } from './queue-mails.service.ts';
import { planNotifications, type Occasions } from './plan/plan-notifications.service.ts';
import type { PlannedNotification } from './plan/planned-notification.ts';

/**
 * Sends the due notifications of a company, each once, also when several portals call it at the same time. Returns how
 * many mails it queued.
 */
export async function sendDueNotifications(
  portal: Uses<'database' | 'mails' | 'unsubscribeTokens' | 'clock'>,
  company: NotificationSubscriber,
  occasions: Occasions,
): Promise<number> {
  const { database, clock } = portal;
  const planned = await planNotifications(database, company, { ...occasions, now: clock.now() });
  if (planned.length === 0) return 0;
  const keys = planned.flatMap((notification) => notification.keys);
  const sentKeys = await database.inCompany.read(company.id, (tx) => listSentKeys(tx, keys));
  let count = 0;
  for (const notification of planned) {
    if (notification.keys.every((key) => sentKeys.has(key))) continue;
    count += await database.inCompany(company.id, (tx) => sendNotification(portal, tx, company, notification));
  }
  return count;
}

/** Writes the log, the mail history and the queued mails in one transaction, so that a failure is retried as a whole. */
async function sendNotification(
  portal: Uses<'mails' | 'unsubscribeTokens' | 'clock'>,
  tx: CompanyTransaction,
  company: NotificationSubscriber,
  { kind, keys, toFacts, userId }: PlannedNotification,
): Promise<number> {
  const now = portal.clock.now();
  const hasUsers = company.kinds.includes(kind);
  const readers = await listReaders(tx, kind, { hasUsers, ...(userId !== undefined && { userId }) });
  if (!readers.isWanted) return 0;
  const newKeys = await createNotifications(tx, { keys, kind, now });
  const [notificationKey] = newKeys;
  if (notificationKey === undefined) return 0;
  const notification = toNotification({ ...company, now }, kind, await toFacts(newKeys, tx));
  return queueMails(portal, tx, { companyId: company.id, notificationKey, notification, readers, now });
}

export function toNotification(
  { name, timeZone, now }: Pick<NotificationSubscriber, 'name' | 'timeZone'> & { now: Date },
  kind: MailKind,
  facts: CompanyNotification['facts'],
): CompanyNotification {
  return { kind, companyName: name, timeZone: getZoneName(timeZone, now.getTime()), facts };
}
