import type { Announcement, AnnouncementForm } from '#contract/mails/mails.ts';
import { createRecord } from '../../records/create-record.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import type { Actor } from '../../lib/request/actor.ts';
import * as repository from './announcements.repository.ts';
import type { StoredAnnouncement } from './announcements.repository.ts';
import type { MailsDependencies } from './send-due-notifications.service.ts';

/* Announcements belong to the provider, also while the actor acts in another company. */

export async function listAnnouncements({ database }: MailsDependencies, actor: Actor): Promise<Announcement[]> {
  return (await database.readCompany(actor.homeCompanyId, repository.listAnnouncements)).map(toAnnouncement);
}

const toAnnouncement = ({ madeAt, ...announcement }: StoredAnnouncement): Announcement => ({
  ...announcement,
  date: madeAt.toISOString(),
});

/** Sent by the next check of notifications. A repeated idempotency key returns the first answer. */
export function createAnnouncement(
  { database, clock }: MailsDependencies,
  context: CallContext,
  form: AnnouncementForm,
  idempotencyKey: string | undefined,
): Promise<Announcement> {
  const { actor } = context;
  const now = clock.now();
  return database.withCompany(actor.homeCompanyId, (tx) =>
    createRecord(tx, {
      context,
      now,
      isAtHome: true,
      action: 'announcements.create',
      toSubject: ({ id, title }) => ({ entity: 'announcement', entityId: id, entityLabel: title }),
      toFields: () => form,
      idempotencyKey,
      request: form,
      create: () => {
        const madeBy = `${actor.firstName} ${actor.lastName}`;
        return repository.createAnnouncement(tx, { ...form, madeBy, madeAt: now });
      },
      toAnswer: toAnnouncement,
    }),
  );
}
