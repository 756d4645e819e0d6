import type { MailKind } from '#features/mail/contract/mail-kinds.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { CompanyNotification } from '#server/outside/mail/notification-mails.ts';
import {
  createSentMail,
  getBillingEmail,
  listReader,
  listRecipients,
  lockSubscription,
} from './notification-log.repository.ts';

interface Readers {
  readonly users: Awaited<ReturnType<typeof listRecipients>>;
  /** The address of the company for its invoices; null for other mails, and without one. */
  readonly billingEmail: string | null;
  /** Whether the company wants mails of this kind, which may have no reader now. */
  readonly isWanted: boolean;
}

interface ReaderChoice {
  /** False for a suspended company, whose users get no mails. */
  readonly hasUsers?: boolean;
  /** The only reader, if it has not unsubscribed. */
  readonly userId?: string;
}

/**
 * Lists who gets a kind of mail of the company. Its address for invoices gets them whatever it subscribes to, once where a user has the
 * same one. Locks the settings until the transaction ends.
 */
export async function listReaders(
  tx: CompanyTransaction,
  kind: MailKind,
  { hasUsers = true, userId }: ReaderChoice = {},
): Promise<Readers> {
  const isSubscribed = (await lockSubscription(tx, kind)) && hasUsers;
  if (userId !== undefined) {
    const users = isSubscribed ? await listReader(tx, { kind, userId }) : [];
    return { users, billingEmail: null, isWanted: isSubscribed };
  }
  const users = isSubscribed ? await listRecipients(tx, { kind }) : [];
  const billingEmail = kind === 'invoices' ? (await getBillingEmail(tx)).email : null;
  const others = users.filter(({ email }) => email.toLowerCase() !== billingEmail?.toLowerCase());
  return { users: others, billingEmail, isWanted: isSubscribed || billingEmail !== null };
}

interface QueuedNotification {
  readonly companyId: string;
  /** That of the log. */
  readonly notificationKey: string;
  readonly notification: CompanyNotification;
  readonly readers: Readers;
  readonly now: Date;
}

/** Writes the history and the jobs of a notification to its readers. Returns how many they are. */
export async function queueMails(
  { mails, unsubscribeTokens }: Uses<'mails' | 'unsubscribeTokens'>,
  tx: CompanyTransaction,
  { companyId, notificationKey, notification, readers, now: madeAt }: QueuedNotification,
): Promise<number> {
  const { kind, facts } = notification;
  const files = facts.about === 'invoice' || facts.about === 'reminder' ? { invoiceId: facts.id } : {};
  const shown = mails.renderNotification(notification);
  for (const { id: userId, isAdministrator, email, firstName } of readers.users) {
    const body = { subject: shown.subject, bodyText: shown.text, bodyHtml: shown.html };
    const { id: historyId } = await createSentMail(tx, {
      notificationKey,
      kind,
      userId,
      recipient: email,
      ...body,
      madeAt,
    });
    const token = unsubscribeTokens.write({ companyId, userId, kind });
    const content = mails.renderNotification({ ...notification, isAdministrator }, token);
    await mails.sendNotification(tx, { email, firstName, companyId, token, content, historyId, ...files });
  }
  const { billingEmail: recipient } = readers;
  if (recipient === null) return readers.users.length;
  const content = mails.renderInvoice(notification);
  const body = { subject: content.subject, bodyText: content.text, bodyHtml: content.html };
  const { id: historyId } = await createSentMail(tx, {
    notificationKey,
    kind,
    userId: null,
    recipient,
    ...body,
    madeAt,
  });
  await mails.sendNotification(tx, { email: recipient, firstName: '', companyId, content, historyId, ...files });
  return readers.users.length + 1;
}
