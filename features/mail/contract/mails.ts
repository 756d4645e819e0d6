import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id, IdempotencyHeaders, Instant, requiredText } from '#contract/fields.ts';
import { parseMailKey } from './mail-key.ts';
import {
  announcementMaxLength,
  mailDeliveries,
  mailKinds,
  sentMailKinds,
  unsubscribeTokenMaxLength,
} from './mail-kinds.ts';

const endpoint = defineEndpoints('E-mails');

/** A mail of the history in its list. */
const SentMailRow = z.object({
  id: Id,
  kind: z.enum(sentMailKinds),
  recipient: z.string(),
  subject: z.string(),
  date: Instant,
  /** Its outcome at the mail server: `delayed` is tried again, `failed` is not. Null until it is known. */
  delivery: z.enum(mailDeliveries).nullable(),
  /** Why it is delayed or failed. */
  deliveryReason: z.string().nullable(),
});
export type SentMailRow = z.infer<typeof SentMailRow>;

/**
 * The mail as it was sent, without the recipient's personal link to unsubscribe. A report has no body here: its figures are
 * those that its recipient may see.
 */
const SentMail = SentMailRow.extend({ text: z.string().nullable(), html: z.string().nullable() });
export type SentMail = z.infer<typeof SentMail>;

const SentMailPage = z.object({
  payloads: z.array(SentMailRow),
  /** For `after` of the next page; null on the last. */
  next: z.string().nullable(),
});
export type SentMailPage = z.infer<typeof SentMailPage>;

export const MailPreview = z.object({ subject: z.string(), text: z.string(), html: z.string() });
export type MailPreview = z.infer<typeof MailPreview>;

export const announcementKinds = ['announcement', 'maintenance'] as const;

const requiredMessages = { required: 'The field is required!', empty: 'The field can not be empty!' };

export const AnnouncementForm = z.strictObject({
  kind: z.enum(announcementKinds, { error: 'The field is required!' }),
  title: requiredText({ ...requiredMessages, maxLength: 120 }),
  /** Plain text; an empty line starts a new paragraph. */
  body: requiredText({ ...requiredMessages, maxLength: announcementMaxLength }),
});
export type AnnouncementForm = z.infer<typeof AnnouncementForm>;

/** An announcement of the provider to all companies. */
const Announcement = AnnouncementForm.extend({ id: Id, madeBy: z.string(), date: Instant });
export type Announcement = z.infer<typeof Announcement>;

/** An announcement as it would be sent now: the mail, and how many companies and people would get it. */
const AnnouncementPreview = MailPreview.extend({ companies: z.int().min(0), people: z.int().min(0) });
export type AnnouncementPreview = z.infer<typeof AnnouncementPreview>;

const token = z
  .string({ error: 'The field is required!' })
  .min(1, { error: 'The field is required!' })
  .max(unsubscribeTokenMaxLength, { error: 'This link is not valid.' });

/** The kind that was unsubscribed, or that it was a report, and the company that sends it. */
const Unsubscribed = z.object({ kind: z.enum(sentMailKinds), companyName: z.string() });
export type Unsubscribed = z.infer<typeof Unsubscribed>;

/** A kind of mail that the caller has unsubscribed from. */
const OptOut = z.object({ kind: z.enum(mailKinds), date: Instant });
export type OptOut = z.infer<typeof OptOut>;

export const mailsContract = {
  list: endpoint({
    method: 'GET',
    path: '/company/mails',
    summary: 'List the notifications sent to users of the company, newest first, in pages by key',
    access: 'notifications.manage',
  })
    .input(
      z.object({
        query: z
          .strictObject({
            after: z
              .string()
              .refine((text) => parseMailKey(text) !== undefined, { error: 'Invalid page cursor.' })
              .optional(),
            limit: z.coerce.number().int().min(1).max(100).optional(),
          })
          .optional(),
      }),
    )
    .output(SentMailPage),

  get: endpoint({
    method: 'GET',
    path: '/company/mails/{id}',
    summary: 'Get a notification as it was sent',
    access: 'notifications.manage',
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(SentMail),

  sendInvoice: endpoint({
    method: 'POST',
    path: '/company/billing/{_id}/send',
    summary: 'Send an issued invoice or credit note again by e-mail, at most once in an hour; answers to how many',
    access: 'invoices.manage-issued',
    problems: ['invoices.sent-recently', 'invoices.no-reader'],
  })
    .input(z.object({ params: z.object({ _id: Id }) }))
    .output(z.object({ readers: z.int() })),

  previewDigest: endpoint({
    method: 'GET',
    path: '/company/notifications/digest',
    summary: 'Preview the spending digest as it would be sent now',
    access: 'notifications.manage',
  }).output(MailPreview),

  unsubscribe: endpoint({
    method: 'POST',
    path: '/unsubscribe',
    summary: 'Unsubscribe the recipient of an e-mail from its kind, or stop a report, with the token of the e-mail',
    access: 'public',
    problems: ['record.not-found'],
  })
    .input(z.object({ body: z.strictObject({ token }) }))
    .output(Unsubscribed),

  /** RFC 8058: mail programs post a form to this address; the form is ignored. */
  unsubscribeOneClick: endpoint({
    method: 'POST',
    path: '/unsubscribe/{token}',
    summary: 'Unsubscribe by one click in an e-mail program (RFC 8058); the body is ignored',
    access: 'public',
    takesFile: true,
    bodyLimitBytes: 10_000,
    problems: ['request.invalid'],
  })
    .input(z.object({ params: z.object({ token }), body: z.instanceof(Blob).optional() }))
    .output(Unsubscribed),

  listOptOuts: endpoint({
    method: 'GET',
    path: '/user-info/mail-opt-outs',
    summary: 'List the kinds of e-mail that the caller has unsubscribed from',
    access: 'signed-in',
  }).output(z.array(OptOut)),

  deleteOptOut: endpoint({
    method: 'DELETE',
    path: '/user-info/mail-opt-outs/{kind}',
    summary: 'Subscribe the caller to a kind of e-mail again; answers the kinds that stay unsubscribed',
    access: 'signed-in',
  })
    .input(z.object({ params: z.object({ kind: z.enum(mailKinds) }) }))
    .output(z.array(OptOut)),

  listAnnouncements: endpoint({
    method: 'GET',
    path: '/announcements',
    summary: 'List the latest hundred announcements of the provider, newest first',
    access: 'companies.manage',
  }).output(z.array(Announcement)),

  createAnnouncement: endpoint({
    method: 'POST',
    path: '/announcements',
    summary: 'Send an announcement to all companies that want announcements or news of maintenance',
    access: 'companies.manage',
    successStatus: 201,
  })
    .input(z.object({ body: AnnouncementForm, headers: IdempotencyHeaders }))
    .output(Announcement),

  previewAnnouncement: endpoint({
    method: 'POST',
    path: '/announcements/preview',
    summary: 'Preview an announcement and count its companies and recipients; sends nothing',
    goesOn: true,
    access: 'companies.manage',
  })
    .input(z.object({ body: AnnouncementForm }))
    .output(AnnouncementPreview),

  testAnnouncement: endpoint({
    method: 'POST',
    path: '/announcements/test',
    summary: 'Send an announcement to the caller alone',
    access: 'companies.manage',
    successStatus: 204,
  }).input(z.object({ body: AnnouncementForm })),
};
