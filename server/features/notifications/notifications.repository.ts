import { and, eq } from 'drizzle-orm';
import type { NotificationSettings } from '#contract/mails/notifications.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { notificationSettings } from '../../database/schema/notification-settings.ts';

const { announcements, maintenance, newSkills, accountLimit, budgetWarning, spendingDigest, version } =
  notificationSettings;

const columns = {
  updates: { announcements, maintenance, newSkills },
  limits: { accountLimit, budgetWarning, spendingDigest },
  version,
};

/** Every company has its row from its first day. */
export async function getNotificationSettings(tx: Transaction): Promise<NotificationSettings> {
  return toOne(await tx.select(columns).from(notificationSettings));
}

/** The same, and nobody else can change it until the transaction ends. */
export async function lockNotificationSettings(tx: Transaction): Promise<NotificationSettings> {
  return toOne(await tx.select(columns).from(notificationSettings).for('update'));
}

function toOne([settings]: NotificationSettings[]): NotificationSettings {
  if (!settings) throw new Error('the company has no notification settings');
  return settings;
}

/** Writes settings that this transaction has locked. */
export async function updateNotificationSettings(
  tx: Transaction,
  companyId: string,
  { updates, limits, version: storedVersion }: NotificationSettings,
  now: Date,
): Promise<NotificationSettings> {
  const settings = await tx
    .update(notificationSettings)
    .set({ ...updates, ...limits, version: storedVersion + 1, updatedAt: now })
    .where(and(eq(notificationSettings.companyId, companyId), eq(version, storedVersion)))
    .returning(columns);
  return toOne(settings);
}
