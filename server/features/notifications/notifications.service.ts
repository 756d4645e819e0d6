import type { NotificationSettings, NotificationSettingsForm } from '#contract/mails/notifications.ts';
import { recordAudit } from '../../records/audit.ts';
import { confirmActor } from '../../access/confirm-actor.ts';
import type { Database } from '../../database/open-database.ts';
import { toAuditStamp } from '../../lib/request/call-context.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { Clock } from '../../outside/clock.ts';
import {
  getNotificationSettings,
  lockNotificationSettings,
  updateNotificationSettings,
} from './notifications.repository.ts';

export interface NotificationsDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export function readNotificationSettings(
  { database }: NotificationsDependencies,
  actor: Actor,
): Promise<NotificationSettings> {
  return database.withCompany(actor.companyId, getNotificationSettings);
}

export function saveNotificationSettings(
  { database, clock }: NotificationsDependencies,
  context: CallContext,
  form: NotificationSettingsForm,
): Promise<NotificationSettings> {
  const { companyId } = context.actor;
  return database.withCompany(companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'notifications.manage');
    const stored = await lockNotificationSettings(tx);
    if (form.version !== undefined && form.version !== stored.version) {
      throw new Problem('record.stale', { current: stored });
    }
    const now = clock.now();
    const wanted = { updates: form.updates, limits: form.limits, version: stored.version };
    const saved = await updateNotificationSettings(tx, companyId, wanted, now);
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      action: 'notifications.update',
      entity: 'notificationSettings',
      entityId: companyId,
      entityLabel: 'Notification settings',
      before: { ...stored.updates, ...stored.limits },
      after: { ...saved.updates, ...saved.limits },
    });
    return saved;
  });
}
