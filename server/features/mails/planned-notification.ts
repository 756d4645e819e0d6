import type { MailKind } from '#contract/mails/mail-kinds.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import type { NotificationFacts } from '../../outside/mail/notification-mails.ts';

/** Something to be told once. */
export interface PlannedNotice {
  readonly kind: MailKind;
  /** One for each thing that it tells. */
  readonly keys: readonly string[];
  /** What the mail says of those that nobody has told yet, in the transaction that tells it. */
  readonly toFacts: (newKeys: readonly string[], tx: Transaction) => NotificationFacts | Promise<NotificationFacts>;
}
