import { implement } from '@orpc/server';
import { notificationsContract } from '#contract/notifications.ts';
import { toAct } from '../../lib/act.ts';
import { getActor } from '../../lib/request-context.ts';
import type { RequestContext } from '../../lib/request-context.ts';
import { readNotificationSettings, saveNotificationSettings } from './notifications.service.ts';
import type { NotificationsDependencies } from './notifications.service.ts';

export function notificationsRoutes(dependencies: NotificationsDependencies) {
  const os = implement(notificationsContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(({ context }) => readNotificationSettings(dependencies, getActor(context))),
    update: os.update.handler(({ context, input }) =>
      saveNotificationSettings(dependencies, toAct(context), input.body),
    ),
  });
}
