import type { Uses } from '#server/portal/portal.ts';
import { isDeepStrictEqual } from 'node:util';
import { findReader } from '#server/access/readers.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { createNotifications, createSentMail } from '../notification-log.repository.ts';
import { prepareReport, type PreparedReport } from './prepare-report.service.ts';
import { getLatestRun } from './report-schedule.ts';
import { claimRun, type DueReport } from './reports.repository.ts';

/** A report and the day of the run that is due. */
interface DueRun {
  readonly report: DueReport;
  readonly day: string;
}

/** The last run of each report that is due and was not sent; of runs that were missed the last alone. */
export const listDueRuns = (reports: readonly DueReport[], now: Date): DueRun[] =>
  reports
    .map((report) => ({ report, day: getLatestRun(report, now.getTime(), report.timeZone).day }))
    .filter(({ report, day }) => day > report.doneDay);

/**
 * Sends a run. Its figures are read before the transaction that claims it and queues the mail, so that several portals send it once, and one that is killed leaves it to the next check.
 * Returns whether it was queued; one that says nothing is done without a mail.
 */
export async function sendReport(
  portal: Uses<'database' | 'mails' | 'unsubscribeTokens' | 'readFigures' | 'clock'>,
  { report, day }: DueRun,
): Promise<boolean> {
  const { database, clock } = portal;
  const { companyId, userId } = report;
  const asked = { userId, ids: await database.auditChain.getShownIds(companyId) };
  const reader = await database.inCompany.read(companyId, (tx) => findReader(tx, asked));
  if (!reader) return false;
  const prepared = await prepareReport(portal, { reader, report, day });
  return database.inCompany(companyId, async (tx) => {
    const { id, version } = report;
    if (!(await claimRun(tx, { id, version, day, now: clock.now(), isSent: !prepared.isNeedless }))) return false;
    // Rights that were lost while the figures were read; the next check makes the report again.
    if (!isDeepStrictEqual(await findReader(tx, asked), reader)) throw new ReaderChanged();
    if (prepared.isNeedless) return false;
    await queueReport(portal, tx, { reader, reportId: id, day, prepared });
    return true;
  });
}

class ReaderChanged extends Error {
  override name = 'ReaderChanged';
  override message = 'the rights of the reader changed while the report was prepared';
}

interface QueuedReport {
  readonly reader: Actor;
  readonly reportId: string;
  readonly day: string;
  readonly prepared: PreparedReport;
}

/** Its figures are those of its reader, so that the history of mails has only that it was sent. */
async function queueReport(
  { mails, unsubscribeTokens, clock }: Uses<'mails' | 'unsubscribeTokens' | 'clock'>,
  tx: CompanyTransaction,
  { reader, reportId, day, prepared }: QueuedReport,
): Promise<void> {
  const { companyId, userId, email, firstName, companyName } = reader;
  const token = unsubscribeTokens.write({ companyId, userId, kind: `report-${reportId}` });
  const attachment = prepared.attachment?.name;
  const content = mails.renderReport(prepared.facts, { companyName, attachment, token });
  const sent = { notificationKey: `report:${reportId}:${day}`, kind: 'report' as const, madeAt: clock.now() };
  await createNotifications(tx, { keys: [sent.notificationKey], kind: sent.kind, now: sent.madeAt });
  const { subject } = content;
  const { id: historyId } = await createSentMail(tx, {
    ...sent,
    userId,
    recipient: email,
    subject,
    bodyText: null,
    bodyHtml: null,
  });
  await mails.sendNotification(tx, {
    email,
    firstName,
    companyId,
    token,
    content,
    historyId,
    ...(prepared.attachment && { attachments: [prepared.attachment] }),
  });
}
