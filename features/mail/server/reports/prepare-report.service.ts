import { addMonths, getMonth } from '#contract/calendar/zones.ts';
import { can } from '#contract/capabilities.ts';
import type { Database } from '#server/database/open-database.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { MailAttachment } from '#server/outside/mail/mail.ts';
import type { ReportFacts } from '#server/outside/mail/report-mail.ts';
import { getSpending } from '../plan/spending.repository.ts';
import { isOnlyAttention } from '#features/mail/contract/report-values.ts';
import { toReportFacts, type ReadReportFigures } from './report-facts.ts';
import { getReportDays, toInstants, type ReportDays } from './report-schedule.ts';
import type { ReportValues } from './reports.repository.ts';
import { toUsageFile } from './usage-file.ts';

interface ReportSources {
  readonly database: Database;
  readonly readFigures: ReadReportFigures;
}

export interface PreparedReport {
  readonly facts: ReportFacts;
  readonly attachment: MailAttachment | undefined;
  /** It says only what needs its reader, and nothing does: it is not sent. */
  readonly isNeedless: boolean;
}

interface ReportToPrepare {
  /** With whose rights, masking and zone it is prepared. */
  readonly reader: Actor;
  readonly report: ReportValues;
  /** The day of the run. */
  readonly day: string;
}

/** Collects the facts and the attachment of a report for its reader. */
export async function prepareReport(
  { database, readFigures }: ReportSources,
  { reader, report, day }: ReportToPrepare,
): Promise<PreparedReport> {
  const { timeZone } = reader;
  const days = getReportDays(report.period, day);
  const figures = await readFigures(reader, {
    ...toInstants(days, timeZone),
    compare: report.period === 'month' ? 'months' : 'weeks',
    technicalUsers: report.technicalUsers ? 'true' : 'false',
  });
  const seesCost = can(reader, 'billing.read');
  const spending = seesCost && report.parts.includes('cost') ? await readSpending(database, reader, days) : undefined;
  const facts = toReportFacts(figures, { report, days, timeZone, reader, spending });
  const isAttached = report.attachesUsage && seesCost && figures.skills.length > 0;
  const isNeedless = isOnlyAttention(report.parts) && !report.attachesUsage && figures.attention.length === 0;
  return { facts, isNeedless, attachment: isAttached ? toUsageFile(figures.skills, days) : undefined };
}

function readSpending(database: Database, { companyId }: Actor, { last }: ReportDays) {
  const first = getMonth(last);
  return database.inCompany.read(companyId, (tx) => getSpending(tx, { first, until: addMonths(first, 1) }));
}
