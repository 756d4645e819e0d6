import type { NotificationSettings, NotificationSettingsForm } from '#contract/mails/notifications.ts';
import { confirmActor } from '../../access/confirm-actor.ts';
import type { Database } from '../../database/open-database.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import type { Actor } from '../../lib/request/actor.ts';
import type { Clock } from '../../outside/clock.ts';
import { changeRecord } from '../../records/change-record.ts';
import * as repository from './notifications.repository.ts';

export interface NotificationsDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export function getNotificationSettings(
  { database }: NotificationsDependencies,
  actor: Actor,
): Promise<NotificationSettings> {
  return database.readCompany(actor.companyId, repository.getNotificationSettings);
}

export function updateNotificationSettings(
  { database, clock }: NotificationsDependencies,
  context: CallContext,
  form: NotificationSettingsForm,
): Promise<NotificationSettings> {
  const { companyId } = context.actor;
  const now = clock.now();
  return database.withCompany(companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'notifications.manage');
    return changeRecord(tx, {
      context,
      now,
      action: 'notifications.update',
      lock: () => repository.lockNotificationSettings(tx),
      version: form.version,
      toVisible: (stored) => stored,
      write: () => repository.updateNotificationSettings(tx, form, now),
      toSubject: () => ({
        entity: 'notificationSettings',
        entityId: companyId,
        entityLabel: 'Notification settings',
      }),
      toFields: ({ updates, limits }) => ({ ...updates, ...limits }),
    });
  });
}
