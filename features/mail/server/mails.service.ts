import type { Uses } from '#server/portal/portal.ts';
import { parseMailKey, writeMailKey } from '#features/mail/contract/mail-key.ts';
import type { MailPreview, SentMail, SentMailPage } from '#features/mail/contract/mails.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { getDigestSpan, toDigestFacts } from './digest/digest-facts.ts';
import { findSentMail, listSentMails } from './mails.repository.ts';
import { toNotification } from './send-due-notifications.service.ts';
import { getDigest } from './plan/spending.repository.ts';

const defaultPageSize = 20;

export async function listMails(
  { database }: Uses<'database'>,
  { companyId }: Actor,
  { after, limit = defaultPageSize }: { after?: string | undefined; limit?: number | undefined },
): Promise<SentMailPage> {
  const key = after === undefined ? undefined : parseMailKey(after);
  // One more, to find out whether there is a next page.
  const found = await database.inCompany.read(companyId, (tx) => listSentMails(tx, { after: key, limit: limit + 1 }));
  const payloads = found.slice(0, limit).map((mail) => ({ ...mail, date: mail.date.toISOString() }));
  const last = payloads.at(-1);
  return { payloads, next: last && found.length > limit ? writeMailKey(last) : null };
}

/** @throws Problem `record.not-found` */
export async function getMail({ database }: Uses<'database'>, { companyId }: Actor, id: string): Promise<SentMail> {
  const mail = await database.inCompany.read(companyId, (tx) => findSentMail(tx, { id }));
  if (!mail) throw new Problem('record.not-found');
  return { ...mail, date: mail.date.toISOString() };
}

/** The digest as it would be sent now, with an unsubscribe link without a token. */
export async function previewDigest(
  { database, mails, clock }: Uses<'database' | 'mails' | 'clock'>,
  actor: Actor,
): Promise<MailPreview> {
  const { companyId, companyName: name, timeZone } = actor;
  const now = clock.now();
  const span = getDigestSpan(now.getTime(), timeZone);
  const row = await database.inCompany.read(companyId, (tx) => getDigest(tx, span));
  return mails.renderNotification(
    toNotification({ name, timeZone, now }, 'spendingDigest', toDigestFacts(row, span, timeZone)),
  );
}
