import type { Uses } from '#server/portal/portal.ts';
import type { MailReportForm, MailReportPreview } from '#features/mail/contract/mail-reports.ts';
import { findReader } from '#server/access/readers.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { prepareReport, type PreparedReport } from './prepare-report.service.ts';
import { getLatestRun } from './report-schedule.ts';
import { allowPerson, refusePerson } from './reports.policy.ts';

/** The report as its person would get it now, without what the caller may not see. */
export async function previewReport(
  portal: Uses<'database' | 'mails' | 'readFigures' | 'clock'>,
  actor: Actor,
  form: MailReportForm,
): Promise<MailReportPreview> {
  const { facts, attachment } = await makeForCaller(portal, actor, form);
  const { companyName } = actor;
  const content = portal.mails.renderReport(facts, { companyName, attachment: attachment?.name });
  return { ...content, attachment: attachment?.name ?? null };
}

/** Queues the same for the caller alone; it counts as no run. */
export async function testReport(
  portal: Uses<'database' | 'mails' | 'readFigures' | 'clock'>,
  actor: Actor,
  form: MailReportForm,
): Promise<void> {
  const { database, mails } = portal;
  const { facts, attachment } = await makeForCaller(portal, actor, form);
  const { companyName, companyId, homeCompanyId, email, firstName } = actor;
  const { subject, ...content } = mails.renderReport(facts, { companyName, attachment: attachment?.name });
  await database.inCompany(homeCompanyId, (tx) =>
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
  portal: Uses<'database' | 'readFigures' | 'clock'>,
  actor: Actor,
  form: MailReportForm,
): Promise<PreparedReport> {
  allowPerson(actor, form);
  const { database, clock } = portal;
  const person = await database.inCompany.read(actor.companyId, (tx) =>
    findReader(tx, { userId: form.userId, ids: actor.ids }),
  );
  if (!person) refusePerson('Choose an active user of the company.');
  const capabilities = person.capabilities.filter((capability) => actor.capabilities.includes(capability));
  const { day } = getLatestRun(form, clock.now().getTime(), actor.timeZone);
  return prepareReport(portal, { reader: { ...person, capabilities }, report: form, day });
}
