import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id, IdempotencyHeaders, Instant, Version, requiredText } from '#contract/fields.ts';
import { MailPreview } from './mails.ts';
import { reportParts, reportPeriods } from './report-values.ts';

const endpoint = defineEndpoints('E-mail reports');

const required = 'The field is required!';

/** Figures that a person of the company gets by e-mail. Days and hours are those of the company's zone. */
export const MailReportForm = z.strictObject({
  name: requiredText({ required, empty: 'The field can not be empty!', maxLength: 100 }),
  /** Who gets it, and with whose rights it is made. Only SuperAdmins choose another person than themselves. */
  userId: Id,
  /** The day of the week on which it is sent, 1 is Monday; null for the first day of each month. */
  weekday: z.int({ error: required }).min(1).max(7).nullable(),
  hour: z.int({ error: required }).min(0).max(23),
  period: z.enum(reportPeriods, { error: required }),
  parts: z
    .array(z.enum(reportParts), { error: 'Choose at least one.' })
    .min(1, { error: 'Choose at least one.' })
    .max(reportParts.length)
    .refine((list) => new Set(list).size === list.length, { error: 'Each part can be chosen once.' }),
  /** Counted only for persons who may include them. */
  technicalUsers: z.boolean(),
  /** Requests and cost by skill as a CSV file, for persons who may see billing. */
  attachesUsage: z.boolean(),
  isEnabled: z.boolean(),
});
export type MailReportForm = z.infer<typeof MailReportForm>;

export const MailReport = MailReportForm.extend({
  id: Id,
  user: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
  /** Null while it is not sent: disabled, or its person is deactivated. */
  nextAt: Instant.nullable(),
  lastSentAt: Instant.nullable(),
  version: Version,
});
export type MailReport = z.infer<typeof MailReport>;

/** The mail as it would be sent now; `attachment` names its file. */
export const MailReportPreview = MailPreview.extend({ attachment: z.string().nullable() });
export type MailReportPreview = z.infer<typeof MailReportPreview>;

const byId = z.object({ id: Id });

export const mailReportsContract = {
  list: endpoint({
    method: 'GET',
    path: '/company/mail-reports',
    summary: 'List the caller’s e-mail reports, for SuperAdmins those of the company, by name',
    access: 'signed-in',
  }).output(z.array(MailReport)),

  get: endpoint({
    method: 'GET',
    path: '/company/mail-reports/{id}',
    summary: 'Get an e-mail report of the caller, for SuperAdmins of anyone in the company',
    access: 'signed-in',
  })
    .input(z.object({ params: byId }))
    .output(MailReport),

  create: endpoint({
    method: 'POST',
    path: '/company/mail-reports',
    summary: 'Create an e-mail report for the caller, as SuperAdmin for anyone in the company',
    access: 'signed-in',
    successStatus: 201,
    problems: ['mail-reports.limit'],
  })
    .input(z.object({ body: MailReportForm, headers: IdempotencyHeaders }))
    .output(MailReport),

  update: endpoint({
    method: 'PUT',
    path: '/company/mail-reports/{id}',
    summary: 'Update an e-mail report; a changed schedule counts from now on',
    access: 'signed-in',
    problems: ['record.stale', 'mail-reports.limit'],
  })
    .input(z.object({ params: byId, body: MailReportForm.extend({ version: Version.optional() }) }))
    .output(MailReport),

  delete: endpoint({
    method: 'DELETE',
    path: '/company/mail-reports/{id}',
    summary: 'Delete an e-mail report',
    access: 'signed-in',
    successStatus: 204,
  }).input(z.object({ params: byId })),

  preview: endpoint({
    method: 'POST',
    path: '/company/mail-reports/preview',
    summary: 'Preview an e-mail report as it would be sent now, without what the caller may not see; sends nothing',
    goesOn: true,
    access: 'signed-in',
  })
    .input(z.object({ body: MailReportForm }))
    .output(MailReportPreview),

  test: endpoint({
    method: 'POST',
    path: '/company/mail-reports/test',
    summary: 'Send an e-mail report as it would be sent now to the caller alone, without what the caller may not see',
    access: 'signed-in',
    successStatus: 204,
  }).input(z.object({ body: MailReportForm })),
};
