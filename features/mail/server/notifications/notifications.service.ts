import type { Uses } from '#server/portal/portal.ts';
import type { NotificationSettings, NotificationSettingsForm } from '#features/mail/contract/notifications.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { changeRecord } from '#server/records/change-record.ts';
import * as repository from './notifications.repository.ts';
import type { StoredSettings } from './notifications.repository.ts';

function toSettings({ version, ...row }: StoredSettings): NotificationSettings {
  const { announcements, maintenance, newSkills, invoices, invoiceRecipients, maintenanceRecipients, ...limits } = row;
  return {
    updates: { announcements, maintenance, newSkills },
    limits,
    recipients: { invoices: invoices ? invoiceRecipients : 'nobody', maintenance: maintenanceRecipients },
    version,
  };
}

/** The former choice stays where invoices are turned off, and where the form has no recipients. */
function toRecipients({ recipients }: NotificationSettingsForm, stored: StoredSettings) {
  const { invoices, invoiceRecipients, maintenanceRecipients } = stored;
  if (!recipients) return { invoices, invoiceRecipients, maintenanceRecipients };
  return {
    invoices: recipients.invoices !== 'nobody',
    invoiceRecipients: recipients.invoices === 'nobody' ? invoiceRecipients : recipients.invoices,
    maintenanceRecipients: recipients.maintenance,
  };
}

export async function getNotificationSettings(
  { database }: Uses<'database'>,
  actor: Actor,
): Promise<NotificationSettings> {
  return toSettings(await database.inCompany.read(actor.companyId, repository.getNotificationSettings));
}

export function updateNotificationSettings(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  form: NotificationSettingsForm,
): Promise<NotificationSettings> {
  const { companyId } = context.actor;
  const now = clock.now();
  return database.inCompany(companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'notifications.manage');
    const updated = await changeRecord<StoredSettings>(tx, {
      context,
      now,
      action: 'notifications.update',
      lock: () => repository.lockNotificationSettings(tx),
      version: form.version,
      toVisible: toSettings,
      write: (stored) =>
        repository.updateNotificationSettings(tx, {
          ...form.updates,
          ...form.limits,
          ...toRecipients(form, stored),
          now,
        }),
      toSubject: () => ({
        entity: 'notificationSettings',
        entityId: companyId,
        entityLabel: 'Notification settings',
      }),
      toFields: ({ version: _version, ...fields }) => fields,
    });
    return toSettings(updated);
  });
}
