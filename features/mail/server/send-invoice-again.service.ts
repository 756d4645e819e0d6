import type { Uses } from '#server/portal/portal.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import { createNotifications } from './notification-log.repository.ts';
import { findIssuedPaper } from './plan/issued-papers.repository.ts';
import { listReaders, queueMails } from './queue-mails.service.ts';
import { toNotification } from './send-due-notifications.service.ts';

/** `2026-11-27T20`: a paper is sent again once in an hour, also where two people ask at the same time. */
const hourLength = 13;

/**
 * Sends an issued invoice or credit note again, to those who get the company's invoices now. Answers how many they are.
 * @throws Problem `record.not-found` also for a record of the company, `invoices.sent-recently`, `invoices.no-reader`
 */
export async function sendInvoiceAgain(
  portal: Uses<'database' | 'mails' | 'unsubscribeTokens' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<{ readers: number }> {
  const { actor } = context;
  const { companyId, companyName: name, timeZone } = actor;
  return portal.database.inCompany(companyId, async (tx) => {
    await confirmActor(tx, actor, 'invoices.manage-issued');
    const now = portal.clock.now();
    const paper = await findIssuedPaper(tx, { id });
    if (!paper) throw new Problem('record.not-found');
    const readers = await listReaders(tx, 'invoices');
    const key = `invoice:${id}:again:${now.toISOString().slice(0, hourLength)}`;
    const [notificationKey] = await createNotifications(tx, { keys: [key], kind: 'invoices', now });
    if (notificationKey === undefined) throw new Problem('invoices.sent-recently');
    const notification = toNotification({ name, timeZone, now }, 'invoices', { about: 'invoice', ...paper });
    const count = await queueMails(portal, tx, { companyId, notificationKey, notification, readers, now });
    if (count === 0) throw new Problem('invoices.no-reader');
    await recordAudit(tx, {
      entity: 'invoice',
      entityId: id,
      entityLabel: paper.number,
      ...toAuditStamp(context, now),
      action: 'invoices.send-again',
      after: { recipients: count },
    });
    return { readers: count };
  });
}
