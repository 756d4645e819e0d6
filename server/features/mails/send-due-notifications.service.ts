import type { MailKind } from '#contract/mails/mail-kinds.ts';
import type { Database } from '../../database/open-database.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import type { Clock } from '../../outside/clock.ts';
import type { CompanyNotification } from '../../outside/mail/notification-mails.ts';
import type { PortalMails } from '../../outside/mail/portal-mails.ts';
import type { LatestAnnouncement, NoticedCompany } from './notification-subscribers.repository.ts';
import { claimNotices, findToldKeys, insertSentMail, listReaders, lockWish } from './notification-log.repository.ts';
import { planNotices } from './plan-notifications.service.ts';
import type { PlannedNotice } from './planned-notification.ts';
import type { UnsubscribeTokens } from './unsubscribe-token.ts';

export interface NoticesDependencies {
  readonly database: Database;
  readonly mails: Pick<PortalMails, 'renderNotification' | 'sendNotification'>;
  readonly unsubscribeTokens: UnsubscribeTokens;
  readonly clock: Clock;
}

/**
 * Tells a company what there is to tell and what it wants to know, each thing once. Answers how many mails were
 * queued. May be called at any time, by several portals at once.
 */
export async function makeNotices(
  dependencies: NoticesDependencies,
  company: NoticedCompany,
  announcements: readonly LatestAnnouncement[],
): Promise<number> {
  const { database, clock } = dependencies;
  const planned = await planNotices(database, company, { announcements, now: clock.now() });
  if (planned.length === 0) return 0;
  const told = await database.readCompany(company.id, (tx) =>
    findToldKeys(
      tx,
      planned.flatMap(({ keys }) => keys),
    ),
  );
  let count = 0;
  for (const notice of planned) {
    if (notice.keys.every((key) => told.has(key))) continue;
    count += await database.withCompany(company.id, (tx) => makeNotice(dependencies, tx, company, notice));
  }
  return count;
}

/** Notice, history and queued mails in one transaction: all of them, or none and the next check tries again. */
async function makeNotice(
  { mails, unsubscribeTokens, clock }: NoticesDependencies,
  tx: Transaction,
  company: NoticedCompany,
  { kind, keys, toFacts }: PlannedNotice,
): Promise<number> {
  const now = clock.now();
  if (!(await lockWish(tx, kind))) return 0;
  const newKeys = await claimNotices(tx, { keys, kind, now });
  const [noticeKey] = newKeys;
  if (noticeKey === undefined) return 0;
  const notice = toNotice(company, kind, await toFacts(newKeys, tx));
  const history = mails.renderNotification(notice);
  const readers = await listReaders(tx, kind);
  for (const reader of readers) {
    const token = unsubscribeTokens.write({ companyId: company.id, userId: reader.id, kind });
    await insertSentMail(tx, { noticeKey, kind, reader, ...history }, now);
    await mails.sendNotification(tx, {
      ...reader,
      token,
      content: mails.renderNotification(notice, token),
    });
  }
  return readers.length;
}

export function toNotice(
  { name, timeZone }: Pick<NoticedCompany, 'name' | 'timeZone'>,
  kind: MailKind,
  facts: CompanyNotification['facts'],
): CompanyNotification {
  return { kind, companyName: name, timeZone, facts };
}
