import { implement } from '@orpc/server';
import { mailsContract } from '#contract/mails/mails.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import {
  createAnnouncement,
  listAnnouncements,
  previewAnnouncement,
  testAnnouncement,
} from './announcements/announcements.service.ts';
import { getMail, listMails, previewDigest } from './mails.service.ts';
import type { MailsDependencies } from './send-due-notifications.service.ts';
import { listOptOuts, subscribeAgain, unsubscribe, unsubscribeInOneClick } from './opt-outs/unsubscribe.service.ts';

export function mailsRoutes(dependencies: MailsDependencies) {
  const os = implement(mailsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context, input }) => listMails(dependencies, getActor(context), input.query ?? {})),
    get: os.get.handler(({ context, input }) => getMail(dependencies, getActor(context), input.params.id)),
    previewDigest: os.previewDigest.handler(({ context }) => previewDigest(dependencies, getActor(context))),
    unsubscribe: os.unsubscribe.handler(({ context, input }) =>
      unsubscribe(dependencies, { token: input.body.token, requestId: context.requestId }),
    ),
    unsubscribeOneClick: os.unsubscribeOneClick.handler(({ context, input }) =>
      unsubscribeInOneClick(dependencies, { token: input.params.token, requestId: context.requestId }),
    ),
    listOptOuts: os.listOptOuts.handler(({ context }) => listOptOuts(dependencies, getActor(context))),
    deleteOptOut: os.deleteOptOut.handler(({ context, input }) =>
      subscribeAgain(dependencies, toCallContext(context), input.params.kind),
    ),
    listAnnouncements: os.listAnnouncements.handler(({ context }) =>
      listAnnouncements(dependencies, getActor(context)),
    ),
    createAnnouncement: os.createAnnouncement.handler(({ context, input }) =>
      createAnnouncement(dependencies, toCallContext(context), input.body, input.headers['idempotency-key']),
    ),
    previewAnnouncement: os.previewAnnouncement.handler(({ context, input }) =>
      previewAnnouncement(dependencies, getActor(context), input.body),
    ),
    testAnnouncement: os.testAnnouncement.handler(({ context, input }) =>
      testAnnouncement(dependencies, getActor(context), input.body),
    ),
  });
}
