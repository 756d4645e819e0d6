import type { MailKey } from '#contract/mails/mail-key.ts';
import type { SentMail, SentMailRow } from '#contract/mails/mails.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';

type Dated<T> = Omit<T, 'date'> & { readonly date: Date };

const columns = 'id, kind, recipient, subject, made_at as date';

/** Newest first, found by key: a page costs the same wherever it lies. */
export async function listSentMails(
  tx: Transaction,
  { after, limit }: { after: MailKey | undefined; limit: number },
): Promise<Dated<SentMailRow>[]> {
  const { rows } = await toExecutor(tx).query<Dated<SentMailRow>>(
    `select ${columns} from sent_mails
      where $1::timestamptz is null or (made_at, id) < ($1::timestamptz, $2::uuid)
      order by made_at desc, id desc limit $3`,
    [after?.date ?? null, after?.id ?? null, limit],
  );
  return rows;
}

export async function findSentMail(tx: Transaction, id: string): Promise<Dated<SentMail> | undefined> {
  const { rows } = await toExecutor(tx).query<Dated<SentMail>>(
    `select ${columns}, body_text as text, body_html as html from sent_mails where id = $1`,
    [id],
  );
  return rows[0];
}
