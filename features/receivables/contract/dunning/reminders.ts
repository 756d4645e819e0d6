import * as z from 'zod';
import { GrossEuros } from '#features/money/contract/costs/amounts.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { dayField, Id, Instant, requiredText, Version } from '#contract/fields.ts';
import {
  findUnknownPlaceholders,
  mostReminderLevels,
  reminderBodyMaxLength,
  reminderDays,
  reminderSubjectMaxLength,
  suspensionDays,
} from './reminder-levels.ts';

const endpoint = defineEndpoints('Payment reminders');

const messages = { required: 'The field is required!', empty: 'The field can not be empty!' };
const toDays = ({ min, max }: { readonly min: number; readonly max: number }, words: string) =>
  z.int({ error: words }).min(min, { error: words }).max(max, { error: words });

const reminderText = (maxLength: number) =>
  requiredText({ ...messages, maxLength }).superRefine((text, context) => {
    const [unknown] = findUnknownPlaceholders(text);
    if (unknown === undefined) return;
    context.addIssue({
      code: 'custom',
      message: `There is no placeholder ${unknown === '{ or }' ? unknown : `{${unknown}}`}.`,
    });
  });

/** `days` are relative to the due day of an invoice: below 0 before it. */
const ReminderLevelForm = z.strictObject({
  /** Missing for a new level. */
  id: Id.optional(),
  days: toDays(reminderDays, `Enter a whole number of days between ${reminderDays.min} and ${reminderDays.max}.`),
  subject: reminderText(reminderSubjectMaxLength).refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), {
    error: 'The subject can have one line only.',
  }),
  body: reminderText(reminderBodyMaxLength).describe('Plain text; an empty line starts a new paragraph.'),
});

const ReminderLevels = z
  .array(ReminderLevelForm)
  .max(mostReminderLevels, { error: `There can be at most ${mostReminderLevels} levels.` })
  .superRefine((levels, context) => {
    levels.forEach(({ days, id }, index) => {
      const before = levels.slice(0, index);
      if (before.some((level) => level.days === days))
        context.addIssue({ code: 'custom', path: [index, 'days'], message: 'Two levels cannot have the same day.' });
      if (id !== undefined && before.some((level) => level.id === id))
        context.addIssue({ code: 'custom', path: [index, 'id'], message: 'Two levels cannot have the same id.' });
    });
  });

export const ReminderSettingsForm = z
  .strictObject({
    isEnabled: z.boolean({ error: messages.required }),
    levels: ReminderLevels,
    suspensionAfterDays: toDays(
      suspensionDays,
      `Enter a whole number of days between ${suspensionDays.min} and ${suspensionDays.max}.`,
    )
      .nullable()
      .describe('Days after the due day from which a suspension is proposed; null for never.'),
    version: Version.optional(),
  })
  .refine(({ isEnabled, levels }) => !isEnabled || levels.length > 0, {
    path: ['isEnabled'],
    error: 'Add a level before you turn reminders on.',
  });
export type ReminderSettingsForm = z.infer<typeof ReminderSettingsForm>;

/** Payment reminders as the provider has set them, for all companies. */
export const ReminderSettings = z.object({
  isEnabled: z.boolean(),
  /** By day. */
  levels: z.array(z.object({ id: Id, days: z.int(), subject: z.string(), body: z.string() })),
  suspensionAfterDays: z.int().nullable(),
  version: Version,
});
export type ReminderSettings = z.infer<typeof ReminderSettings>;

const stopReasonMaxLength = 500;

/** A stop of the reminders for a company, or for one of its invoices. */
export const ReminderStopForm = z.strictObject({
  companyId: Id,
  /** Null for all invoices of the company. */
  invoiceId: Id.nullable(),
  reason: requiredText({ ...messages, maxLength: stopReasonMaxLength }),
  /** The last day, in the calendar of the issuer; null for without an end. */
  until: dayField('Enter a date, e.g. 2026-12-01.').nullable(),
});
export type ReminderStopForm = z.infer<typeof ReminderStopForm>;

export const ReminderStop = z.object({
  id: Id,
  companyId: Id,
  companyName: z.string(),
  invoiceId: Id.nullable(),
  invoiceNumber: z.string().nullable(),
  reason: z.string(),
  until: z.iso.date().nullable(),
  createdBy: z.string(),
  createdAt: Instant,
});
export type ReminderStop = z.infer<typeof ReminderStop>;

/** A reminder that is due on a day. */
export const DueReminder = z.object({
  companyId: Id,
  companyName: z.string(),
  invoiceId: Id,
  number: z.string(),
  dueDay: z.iso.date(),
  /** The rest that is to be paid. */
  open: GrossEuros,
  /** The days of its level. */
  days: z.int(),
  /** Why it is not sent. */
  stop: ReminderStop.pick({ id: true, reason: true, until: true, invoiceId: true }).nullable(),
  subject: z.string(),
  text: z.string(),
});
export type DueReminder = z.infer<typeof DueReminder>;

/** The most reminders that a preview shows with their words. */
export const mostPreviewed = 200;

export const ReminderPreview = z.object({
  /** The day of the next run, in the calendar of the issuer. */
  day: z.iso.date(),
  /** The first of them, with those that a stop keeps back. */
  reminders: z.array(DueReminder),
  /** How many would be sent, and how many a stop keeps back. */
  count: z.int(),
  stopped: z.int(),
});
export type ReminderPreview = z.infer<typeof ReminderPreview>;

/** A reminder that was sent for an invoice. */
export const SentReminder = z.object({ days: z.int(), subject: z.string(), open: GrossEuros, sentAt: Instant });
export type SentReminder = z.infer<typeof SentReminder>;

export const remindersContract = {
  getSettings: endpoint({
    method: 'GET',
    path: '/reminders',
    summary: 'Get the levels of payment reminders, and after how many days a suspension is proposed',
    access: 'companies.manage',
  }).output(ReminderSettings),

  updateSettings: endpoint({
    method: 'PUT',
    path: '/reminders',
    summary: 'Update the payment reminders of all companies',
    access: 'companies.manage',
    problems: ['record.stale'],
  })
    .input(z.object({ body: ReminderSettingsForm }))
    .output(ReminderSettings),

  preview: endpoint({
    method: 'POST',
    path: '/reminders/preview',
    summary: 'Preview the reminders that the next run would send by these settings; sends nothing',
    goesOn: true,
    access: 'companies.manage',
  })
    .input(z.object({ body: ReminderSettingsForm }))
    .output(ReminderPreview),

  listStops: endpoint({
    method: 'GET',
    path: '/reminders/stops',
    summary: 'List the companies and invoices that get no payment reminders, by name',
    access: 'companies.manage',
  }).output(z.array(ReminderStop)),

  createStop: endpoint({
    method: 'POST',
    path: '/reminders/stops',
    summary: 'Stop the reminders for a company or one of its invoices; replaces its earlier stop',
    access: 'companies.manage',
    successStatus: 201,
    problems: ['record.not-found'],
  })
    .input(z.object({ body: ReminderStopForm }))
    .output(ReminderStop),

  deleteStop: endpoint({
    method: 'DELETE',
    path: '/reminders/stops/{id}',
    summary: 'End a stop, so that reminders are sent again',
    access: 'companies.manage',
    successStatus: 204,
  }).input(z.object({ params: z.object({ id: Id }) })),

  listSent: endpoint({
    method: 'GET',
    path: '/company/billing/{_id}/reminders',
    summary: 'List the payment reminders that were sent for an invoice, oldest first',
    access: 'billing.read',
  })
    .input(z.object({ params: z.object({ _id: Id }) }))
    .output(z.array(SentReminder)),
};
