import type { mailsContract } from '#features/mail/contract/mails.ts';
import {
  createAnnouncement,
  listAnnouncements,
  previewAnnouncement,
  testAnnouncement,
} from './announcements/announcements.service.ts';
import { sendInvoiceAgain } from './send-invoice-again.service.ts';
import { getMail, listMails, previewDigest } from './mails.service.ts';
import { listOptOuts, subscribeAgain, unsubscribe, unsubscribeInOneClick } from './opt-outs/unsubscribe.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const mailsOperations: Operations<typeof mailsContract> = {
  list: (portal, { actor }, { query }) => listMails(portal, actor, query ?? {}),
  get: (portal, { actor }, { params }) => getMail(portal, actor, params.id),
  sendInvoice: (portal, call, { params }) => sendInvoiceAgain(portal, call, params._id),
  previewDigest: (portal, { actor }) => previewDigest(portal, actor),
  unsubscribe: (portal, { requestId }, { body }) => unsubscribe(portal, { token: body.token, requestId: requestId }),
  unsubscribeOneClick: (portal, { requestId }, { params }) =>
    unsubscribeInOneClick(portal, { token: params.token, requestId: requestId }),
  listOptOuts: (portal, { actor }) => listOptOuts(portal, actor),
  deleteOptOut: (portal, call, { params }) => subscribeAgain(portal, call, params.kind),
  listAnnouncements: (portal, { actor }) => listAnnouncements(portal, actor),
  createAnnouncement: (portal, call, { body, headers }) =>
    createAnnouncement(portal, call, body, headers['idempotency-key']),
  previewAnnouncement: (portal, { actor }, { body }) => previewAnnouncement(portal, actor, body),
  testAnnouncement: (portal, { actor }, { body }) => testAnnouncement(portal, actor, body),
};
