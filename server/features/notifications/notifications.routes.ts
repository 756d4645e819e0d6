import { implement } from '@orpc/server';
import { notificationsContract } from '#contract/mails/notifications.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import {
  getNotificationSettings,
  updateNotificationSettings,
  type NotificationsDependencies,
} from './notifications.service.ts';

export function notificationsRoutes(dependencies: NotificationsDependencies) {
  const os = implement(notificationsContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(({ context }) => getNotificationSettings(dependencies, getActor(context))),
    update: os.update.handler(({ context, input }) =>
      updateNotificationSettings(dependencies, toCallContext(context), input.body),
    ),
  });
}
