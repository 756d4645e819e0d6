import type { Uses } from '#server/portal/portal.ts';
import type { Announcement, AnnouncementForm, AnnouncementPreview } from '#features/mail/contract/mails.ts';
import { confirmAtHome } from '#server/access/confirm-actor.ts';
import { createRecord } from '#server/records/create-record.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import * as repository from './announcements.repository.ts';
import type { StoredAnnouncement } from './announcements.repository.ts';
import { listRecipients } from '../notification-log.repository.ts';
import { listSubscribers } from '../plan/notification-subscribers.repository.ts';
import { toMailKind } from '../plan/plan-notifications.service.ts';
import { toNotification } from '../send-due-notifications.service.ts';

/* Announcements belong to the provider, also while the actor acts in another company. */

export async function listAnnouncements({ database }: Uses<'database'>, actor: Actor): Promise<Announcement[]> {
  return (await database.inCompany.read(actor.homeCompanyId, repository.listAnnouncements)).map(toAnnouncement);
}

const toAnnouncement = ({ madeAt, ...announcement }: StoredAnnouncement): Announcement => ({
  ...announcement,
  date: madeAt.toISOString(),
});

/** Sent by the next check of notifications. A repeated idempotency key returns the first answer. */
export function createAnnouncement(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  form: AnnouncementForm,
  idempotencyKey: string | undefined,
): Promise<Announcement> {
  const { actor } = context;
  const now = clock.now();
  return database.inCompany(actor.homeCompanyId, async (tx) => {
    await confirmAtHome(tx, actor, 'companies.manage');
    return createRecord(tx, {
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
    });
  });
}

/** The mail, and the companies and people that would get it if it were sent now; someone in two companies counts once. */
export async function previewAnnouncement(
  portal: Uses<'database' | 'mails' | 'clock'>,
  actor: Actor,
  form: AnnouncementForm,
): Promise<AnnouncementPreview> {
  const { database, mails, clock } = portal;
  const now = clock.now();
  const kind = toMailKind(form.kind);
  const subscribers = await database.inSystem('notices.make', (tx) => listSubscribers(tx, { now }));
  const people = new Set<string>();
  let companies = 0;
  for (const company of subscribers.filter(({ kinds }) => kinds.includes(kind))) {
    const recipients = await database.inCompany.read(company.id, (tx) => listRecipients(tx, { kind }));
    for (const { email } of recipients) people.add(email.toLowerCase());
    if (recipients.length > 0) companies += 1;
  }
  const { subject, text, html } = mails.renderNotification(toOwnNotification(actor, form, now));
  return { subject, text, html, companies, people: people.size };
}

/** Queues the mail for the actor alone; it is in no history. */
export async function testAnnouncement(
  { database, mails, unsubscribeTokens, clock }: Uses<'database' | 'mails' | 'unsubscribeTokens' | 'clock'>,
  actor: Actor,
  form: AnnouncementForm,
): Promise<void> {
  const { homeCompanyId: companyId, userId, email, firstName } = actor;
  const token = unsubscribeTokens.write({ companyId, userId, kind: toMailKind(form.kind) });
  const content = mails.renderNotification(toOwnNotification(actor, form, clock.now()), token);
  const subject = `[Test] ${content.subject}`;
  await database.inCompany(companyId, (tx) =>
    mails.sendNotification(tx, { email, firstName, companyId, token, content: { ...content, subject } }),
  );
}

const toOwnNotification = (
  { companyName: name, timeZone }: Actor,
  { kind, title, body }: AnnouncementForm,
  now: Date,
) => toNotification({ name, timeZone, now }, toMailKind(kind), { about: 'announcement', title, body });
