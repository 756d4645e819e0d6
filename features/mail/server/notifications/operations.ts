import type { notificationsContract } from '#features/mail/contract/notifications.ts';
import { getNotificationSettings, updateNotificationSettings } from './notifications.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const notificationsOperations: Operations<typeof notificationsContract> = {
  get: (portal, { actor }) => getNotificationSettings(portal, actor),
  update: (portal, call, { body }) => updateNotificationSettings(portal, call, body),
};
