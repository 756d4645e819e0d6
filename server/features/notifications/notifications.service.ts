import type { NotificationSettings, NotificationSettingsForm } from '#contract/notifications.ts';
import { recordAudit } from '../../database/audit.ts';
import type { Database } from '../../database/open-database.ts';
import type { Transaction } from '../../database/transactions.ts';
import { signAct } from '../../lib/act.ts';
import type { Act } from '../../lib/act.ts';
import type { Actor } from '../../lib/actor.ts';
import { Problem } from '../../lib/problem.ts';
import type { Clock } from '../../outside/clock.ts';
import { getNotificationSettings, updateNotificationSettings } from './notifications.repository.ts';

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
  act: Act,
  form: NotificationSettingsForm,
): Promise<NotificationSettings> {
  const { companyId } = act.actor;
  return database.withCompany(companyId, async (tx) => {
    const stored = await getNotificationSettings(tx);
    if (form.version !== undefined && form.version !== stored.version) throw stale(stored);
    const now = clock.now();
    const wanted = { updates: form.updates, limits: form.limits, version: stored.version };
    const saved = await updateNotificationSettings(tx, companyId, wanted, now);
    if (!saved) return refuseChanged(tx);
    await recordAudit(tx, {
      ...signAct(act, now),
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

async function refuseChanged(tx: Transaction): Promise<never> {
  throw stale(await getNotificationSettings(tx));
}

function stale(current: NotificationSettings): Problem {
  return new Problem('record.stale', { current });
}
