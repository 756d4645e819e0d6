import { readMailKey, writeMailKey } from '#contract/mails/mail-key.ts';
import type { MailPreview, SentMail, SentMailPage } from '#contract/mails/mails.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { Problem } from '../../lib/request/problem.ts';
import { getDigestSpan, toDigestFacts } from './digest-facts.ts';
import { findSentMail, listSentMails } from './mails.repository.ts';
import { toNotice } from './send-due-notifications.service.ts';
import type { NoticesDependencies } from './send-due-notifications.service.ts';
import { readDigest } from './spending.repository.ts';

const usualPageSize = 20;

export async function readMails(
  { database }: NoticesDependencies,
  { companyId }: Actor,
  { after, limit = usualPageSize }: { after?: string | undefined; limit?: number | undefined },
): Promise<SentMailPage> {
  const key = after === undefined ? undefined : readMailKey(after);
  // One more tells whether there is a next page.
  const found = await database.readCompany(companyId, (tx) => listSentMails(tx, { after: key, limit: limit + 1 }));
  const payloads = found.slice(0, limit).map((mail) => ({ ...mail, date: mail.date.toISOString() }));
  const last = payloads.at(-1);
  return { payloads, next: last && found.length > limit ? writeMailKey(last) : null };
}

export async function readMail({ database }: NoticesDependencies, { companyId }: Actor, id: string): Promise<SentMail> {
  const mail = await database.readCompany(companyId, (tx) => findSentMail(tx, id));
  if (!mail) throw new Problem('record.not-found');
  return { ...mail, date: mail.date.toISOString() };
}

/** The digest that would be sent now; its link to unsubscribe is nobody's. */
export async function previewDigest(
  { database, mails, clock }: NoticesDependencies,
  actor: Actor,
): Promise<MailPreview> {
  const { companyId, companyName: name, timeZone } = actor;
  const span = getDigestSpan(clock.now().getTime(), timeZone);
  const row = await database.readCompany(companyId, (tx) => readDigest(tx, span));
  return mails.renderNotification(toNotice({ name, timeZone }, 'spendingDigest', toDigestFacts(row, span, timeZone)));
}
