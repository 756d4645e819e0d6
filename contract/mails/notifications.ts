import * as z from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { Version } from '../fields.ts';

const endpoint = defineEndpoints('Notifications');

const updates = { announcements: z.boolean(), maintenance: z.boolean(), newSkills: z.boolean() };
const limits = { accountLimit: z.boolean(), budgetWarning: z.boolean(), spendingDigest: z.boolean() };

/** Section 3, notification settings. By default only `maintenance` is on. */
export const NotificationSettings = z.object({
  updates: z.object(updates),
  limits: z.object(limits),
  version: z.int(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const NotificationSettingsForm = z.strictObject({
  updates: z.strictObject(updates),
  limits: z.strictObject(limits),
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
