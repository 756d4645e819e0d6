import type { Announcement, AnnouncementForm } from '#contract/mails/mails.ts';
import { recordAudit } from '../../records/audit.ts';
import { createOnce } from '../../records/idempotency.ts';
import { toAuditStamp } from '../../lib/request/call-context.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import type { Actor } from '../../lib/request/actor.ts';
import * as repository from './announcements.repository.ts';
import type { MailsDependencies } from './send-due-notifications.service.ts';

/* Announcements belong to the provider, also while the actor acts in another company. */

export function listAnnouncements({ database }: MailsDependencies, actor: Actor): Promise<Announcement[]> {
  return database.readCompany(actor.homeCompanyId, repository.listAnnouncements);
}

/** Sent by the next check of notifications. A repeated idempotency key returns the first answer. */
export function createAnnouncement(
  { database, clock }: MailsDependencies,
  context: CallContext,
  form: AnnouncementForm,
  idempotencyKey: string | undefined,
): Promise<Announcement> {
  const { actor } = context;
  return database.withCompany(actor.homeCompanyId, async (tx) => {
    const create = async () => {
      const now = clock.now();
      const madeBy = `${actor.firstName} ${actor.lastName}`;
      const created = await repository.createAnnouncement(tx, { ...form, madeBy, madeAt: now });
      await recordAudit(tx, {
        ...toAuditStamp(context, now, true),
        action: 'announcements.create',
        entity: 'announcement',
        entityId: created.id,
        entityLabel: created.title,
        before: null,
        after: { ...form },
      });
      return created;
    };
    return createOnce(
      tx,
      { key: idempotencyKey, operation: 'mailsCreateAnnouncement', request: form, now: clock.now() },
      create,
    );
  });
}
