import { can } from '#contract/capabilities.ts';
import type { MailReportForm } from '#features/mail/contract/mail-reports.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';

/** SuperAdmins see and change the reports of all people of the company. */
export const managesReports = (actor: Actor) => can(actor, 'notifications.manage');

/** Others see and change their own. A user who acts in another company has none there. */
export const seesReport = (actor: Actor, { userId }: { readonly userId: string }) =>
  managesReports(actor) || (actor.actsFrom === null && userId === actor.userId);

/** @throws Problem `request.invalid` for another person, also for one of another company */
export function allowPerson(actor: Actor, form: Pick<MailReportForm, 'userId'>): void {
  if (!seesReport(actor, form)) refusePerson('Only SuperAdmins choose another person.');
}

export function refusePerson(message: string): never {
  throw new Problem('request.invalid', { fields: [{ path: 'userId', message }] });
}
