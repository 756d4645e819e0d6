import type { MailKind } from '#features/mail/contract/mail-kinds.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { NotificationFacts } from '#server/outside/mail/notification-mails.ts';

/** A mail to the subscribed administrators of a company about one or more notifications, each of which is sent once. */
export interface PlannedNotification {
  readonly kind: MailKind;
  /** The only reader, for what concerns one person; by default those who are subscribed. */
  readonly userId?: string;
  /** The keys of its notifications in the log. */
  readonly keys: readonly string[];
  /** The content for the notifications that were not sent yet, in the transaction that sends them. */
  readonly toFacts: (
    newKeys: readonly string[],
    tx: CompanyTransaction,
  ) => NotificationFacts | Promise<NotificationFacts>;
}

/**
 * The key of a notification about a limit of a month. `raises` follows how often the limit was raised or set, so that each time its
 * notifications are sent again.
 */
export const toLimitKey = (parts: readonly (string | number)[], raises: number): string =>
  [...parts, ...(raises > 0 ? [`raised-${raises}`] : [])].join(':');
