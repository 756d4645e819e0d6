import type { Announcement, AnnouncementForm } from '#contract/mails/mails.ts';
import { recordAudit } from '../../records/audit.ts';
import { runIdempotently } from '../../records/idempotency.ts';
import { toAuditStamp } from '../../lib/request/call-context.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { insertAnnouncement, listAnnouncements } from './announcements.repository.ts';
import type { NoticesDependencies } from './send-due-notifications.service.ts';

/* Announcements are of the provider's company, in whichever company its people act. */

export function readAnnouncements({ database }: NoticesDependencies, actor: Actor): Promise<Announcement[]> {
  return database.readCompany(actor.homeCompanyId, listAnnouncements);
}

/** The next check mails it to all companies that want it. A repeated idempotency key answers as the first time. */
export function announce(
  { database, clock }: NoticesDependencies,
  context: CallContext,
  form: AnnouncementForm,
  idempotencyKey: string | undefined,
): Promise<Announcement> {
  const { actor } = context;
  return database.withCompany(actor.homeCompanyId, async (tx) => {
    const create = async () => {
      const now = clock.now();
      const madeBy = `${actor.firstName} ${actor.lastName}`;
      const made = await insertAnnouncement(tx, { ...form, madeBy }, now);
      await recordAudit(tx, {
        ...toAuditStamp(context, now, true),
        action: 'announcements.create',
        entity: 'announcement',
        entityId: made.id,
        entityLabel: made.title,
        before: null,
        after: { ...form },
      });
      return made;
    };
    if (idempotencyKey === undefined) return create();
    return runIdempotently(tx, { key: idempotencyKey, operation: 'mailsCreateAnnouncement', request: form }, create);
  });
}
