import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';

/** Not cached after the page is left, so that the form never opens on an old version. */
export const notificationSettingsQuery = queries.notifications.get.queryOptions({ gcTime: 0 });

export const useUpdateNotificationSettings = () =>
  useCall(queries.notifications.update, { answers: notificationSettingsQuery });
