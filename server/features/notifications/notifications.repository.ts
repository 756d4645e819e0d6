import type { NotificationSettings } from '#contract/mails/notifications.ts';
import { assignments, columns } from '../../sql/columns.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { statement } from '../../sql/statement.ts';
import { boolean, instant, integer } from '../../sql/types.ts';
import type { RowOf } from '../../sql/types.ts';

const values = {
  announcements: boolean,
  maintenance: boolean,
  newSkills: boolean,
  accountLimit: boolean,
  budgetWarning: boolean,
  spendingDigest: boolean,
};
const stored = { ...values, version: integer };

const selectSettings = `select ${columns(stored)} from notification_settings where company_id = $companyId`;

const getSettingsStatement = statement({ text: selectSettings, row: stored });
const lockSettingsStatement = statement({ text: `${selectSettings} for update`, row: stored });

const updateSettingsStatement = statement({
  text: `
    update notification_settings set ${assignments(values)}, version = version + 1, updated_at = $now
    where company_id = $companyId returning ${columns(stored)}`,
  params: { ...values, now: instant },
  row: stored,
});

/** Every company has its settings from the start. */
export async function getNotificationSettings(tx: CompanyTransaction): Promise<NotificationSettings> {
  return toSettings(await tx.get(getSettingsStatement));
}

/** Locks the settings until the transaction ends. */
export async function lockNotificationSettings(tx: CompanyTransaction): Promise<NotificationSettings> {
  return toSettings(await tx.get(lockSettingsStatement));
}

/** Writes settings that this transaction has locked. */
export async function updateNotificationSettings(
  tx: CompanyTransaction,
  { updates, limits }: Pick<NotificationSettings, 'updates' | 'limits'>,
  now: Date,
): Promise<NotificationSettings> {
  return toSettings(await tx.get(updateSettingsStatement, { ...updates, ...limits, now }));
}

function toSettings({ version, ...row }: RowOf<typeof stored>): NotificationSettings {
  const { announcements, maintenance, newSkills, ...limits } = row;
  return { updates: { announcements, maintenance, newSkills }, limits, version };
}
