import type { MailReportForm, MailReportPreview } from '#contract/mails/mail-reports.ts';
import { findReader } from '../../../access/readers.ts';
import type { Actor } from '../../../lib/request/actor.ts';
import { prepareReport, type PreparedReport } from './prepare-report.service.ts';
import { getLatestRun } from './report-schedule.ts';
import { allowPerson, refusePerson } from './reports.policy.ts';
import type { ReportsDependencies } from './send-due-reports.service.ts';

/** The report as its person would get it now, without what the caller may not see. */
export async function previewReport(
  dependencies: ReportsDependencies,
  actor: Actor,
  form: MailReportForm,
): Promise<MailReportPreview> {
  const { facts, attachment } = await makeForCaller(dependencies, actor, form);
  const { companyName } = actor;
  const content = dependencies.mails.renderReport(facts, { companyName, attachment: attachment?.name });
  return { ...content, attachment: attachment?.name ?? null };
}

/** Queues the same for the caller alone; it counts as no run. */
export async function testReport(dependencies: ReportsDependencies, actor: Actor, form: MailReportForm): Promise<void> {
  const { database, mails } = dependencies;
  const { facts, attachment } = await makeForCaller(dependencies, actor, form);
  const { companyName, companyId, homeCompanyId, email, firstName } = actor;
  const { subject, ...content } = mails.renderReport(facts, { companyName, attachment: attachment?.name });
  await database.withCompany(homeCompanyId, (tx) =>
    mails.sendNotification(tx, {
      email,
      firstName,
      companyId,
      content: { ...content, subject: `[Test] ${subject}` },
      ...(attachment && { attachments: [attachment] }),
    }),
  );
}

async function makeForCaller(
  dependencies: ReportsDependencies,
  actor: Actor,
  form: MailReportForm,
): Promise<PreparedReport> {
  allowPerson(actor, form);
  const { database, clock } = dependencies;
  const person = await database.readCompany(actor.companyId, (tx) => findReader(tx, form.userId));
  if (!person) refusePerson('Choose an active user of the company.');
  const capabilities = person.capabilities.filter((capability) => actor.capabilities.includes(capability));
  const { day } = getLatestRun(form, clock.now().getTime(), actor.timeZone);
  return prepareReport(dependencies, { reader: { ...person, capabilities }, report: form, day });
}
