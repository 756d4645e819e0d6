import type { MailKind } from '#contract/mails/mail-kinds.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { settingColumns } from './notification-subscribers.repository.ts';

/** Those of the keys that have been told. */
export async function findToldKeys(tx: Transaction, keys: readonly string[]): Promise<Set<string>> {
  const text = 'select key from notification_log where key = any($1)';
  const { rows } = await toExecutor(tx).query<{ key: string }>(text, [keys]);
  return new Set(rows.map(({ key }) => key));
}

/** Whether the company wants this kind; it can not change its mind until the transaction ends. */
export async function lockWish(tx: Transaction, kind: MailKind): Promise<boolean> {
  const text = `select ${settingColumns[kind]} as wanted from notification_settings for share`;
  const { rows } = await toExecutor(tx).query<{ wanted: boolean }>(text);
  return rows[0]?.wanted ?? false;
}

interface Claim {
  readonly keys: readonly string[];
  readonly kind: MailKind;
  readonly now: Date;
}

/**
 * Makes the notices and answers the keys of those that were not there. Whoever else makes the same ones waits here for
 * the end of this transaction, and finds them made, or makes them where it failed.
 */
export async function claimNotices(tx: Transaction, { keys, kind, now }: Claim): Promise<string[]> {
  const { rows } = await toExecutor(tx).query<{ key: string }>(
    `insert into notification_log (key, kind, made_at) select key, $2, $3 from unnest($1::text[]) as key order by key
      on conflict do nothing returning key`,
    [keys, kind, now],
  );
  return rows.map(({ key }) => key);
}

export interface Reader {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
}

/** The company's administrators, without those who want none of this kind. */
export async function listReaders(tx: Transaction, kind: MailKind): Promise<Reader[]> {
  const { rows } = await toExecutor(tx).query<Reader>(
    `select id, email, first_name as "firstName" from users u
      where roles && array['SuperAdmin', 'Admin']
        and not exists (select from mail_opt_outs o where o.user_id = u.id and o.kind = $1)
      order by id`,
    [kind],
  );
  return rows;
}

export interface NewSentMail {
  readonly noticeKey: string;
  readonly kind: MailKind;
  readonly reader: Reader;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export async function insertSentMail(tx: Transaction, mail: NewSentMail, now: Date): Promise<void> {
  await toExecutor(tx).query(
    `insert into sent_mails (notification_key, kind, user_id, recipient, subject, body_text, body_html, made_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [mail.noticeKey, mail.kind, mail.reader.id, mail.reader.email, mail.subject, mail.text, mail.html, now],
  );
}
