import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Version } from '#contract/fields.ts';
import { recipientChoices } from './mail-kinds.ts';

const endpoint = defineEndpoints('Notifications');

const updates = { announcements: z.boolean(), maintenance: z.boolean(), newSkills: z.boolean() };
const limits = { accountLimit: z.boolean(), budgetWarning: z.boolean(), spendingDigest: z.boolean() };

/**
 * Who gets mails about invoices (the primary contact is the contact person) and about maintenance and incidents (the
 * secondary contact is). Without that contact person the administrators get them.
 */
const recipients = {
  invoices: z.enum(['nobody', ...recipientChoices]),
  maintenance: z.enum(recipientChoices),
};

/** Section 3, notification settings. By default only `maintenance` is on. */
export const NotificationSettings = z.object({
  updates: z.object(updates),
  limits: z.object(limits),
  recipients: z.object(recipients),
  version: z.int(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const NotificationSettingsForm = z.strictObject({
  updates: z.strictObject(updates),
  limits: z.strictObject(limits),
  /** Missing keeps them. */
  recipients: z.strictObject(recipients).optional(),
  version: Version.optional(),
});
export type NotificationSettingsForm = z.infer<typeof NotificationSettingsForm>;

export const notificationsContract = {
  get: endpoint({
    method: 'GET',
    path: '/company/notifications',
    summary: 'Get the company’s notification settings',
    access: 'notifications.manage',
  }).output(NotificationSettings),

  update: endpoint({
    method: 'PUT',
    path: '/company/notifications',
    summary: 'Update the company’s notification settings',
    access: 'notifications.manage',
    problems: ['record.stale'],
  })
    .input(z.object({ body: NotificationSettingsForm }))
    .output(NotificationSettings),
};
