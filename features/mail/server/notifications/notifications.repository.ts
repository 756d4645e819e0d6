import type { RecipientChoice } from '#features/mail/contract/mail-kinds.ts';
import { assignments, columns } from '#server/sql/columns.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, instant, integer, textOf, type RowOf } from '#server/sql/types.ts';

const values = {
  announcements: boolean,
  maintenance: boolean,
  newSkills: boolean,
  accountLimit: boolean,
  budgetWarning: boolean,
  spendingDigest: boolean,
  invoices: boolean,
  invoiceRecipients: textOf<RecipientChoice>(),
  maintenanceRecipients: textOf<RecipientChoice>(),
};
const stored = { ...values, version: integer };

export type StoredSettings = RowOf<typeof stored>;

const selectSettings = `select ${columns(stored)} from notification_settings where company_id = $companyId`;

/** Every company has its settings from the start. */
export const getNotificationSettings = statement.get({ text: selectSettings, row: stored });

/** Locks the settings until the transaction ends. */
export const lockNotificationSettings = statement.get({ text: `${selectSettings} for update`, row: stored });

/** Writes settings that this transaction has locked. */
export const updateNotificationSettings = statement.get({
  text: `
    update notification_settings set ${assignments(values)}, version = version + 1, updated_at = $now
    where company_id = $companyId returning ${columns(stored)}`,
  params: { ...values, now: instant },
  row: stored,
});
