import type { MailKey } from '#features/mail/contract/mail-key.ts';
import type { mailDeliveries, SentMailKind } from '#features/mail/contract/mail-kinds.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { instant, integer, nullable, text, textOf, uuid, type RowOf } from '#server/sql/types.ts';

const delivered = { delivery: nullable(textOf<(typeof mailDeliveries)[number]>()), deliveryReason: nullable(text) };

const listed = { id: uuid, kind: textOf<SentMailKind>(), recipient: text, subject: text, date: instant, ...delivered };
const stored = { ...listed, text: nullable(text), html: nullable(text) };

const listedColumns = 'id, kind, recipient, subject, made_at as date, delivery, delivery_reason as "deliveryReason"';

const listSentMailsStatement = statement({
  text: `
    select ${listedColumns} from sent_mails
    where company_id = $companyId
      and ($afterDate::timestamptz is null or (made_at, id) < ($afterDate::timestamptz, $afterId::uuid))
    order by made_at desc, id desc limit $limit`,
  params: { afterDate: nullable(instant), afterId: nullable(uuid), limit: integer },
  row: listed,
});

/** Newest first, by key: the cost of a page does not depend on its position. */
export function listSentMails(
  tx: CompanyTransaction,
  { after, limit }: { after: MailKey | undefined; limit: number },
): Promise<RowOf<typeof listed>[]> {
  const afterDate = after ? new Date(after.date) : null;
  return tx.list(listSentMailsStatement, { afterDate, afterId: after?.id ?? null, limit });
}

export const findSentMail = statement.find({
  text: `
    select ${listedColumns}, body_text as text, body_html as html from sent_mails
    where company_id = $companyId and id = $id`,
  params: { id: uuid },
  row: stored,
});
